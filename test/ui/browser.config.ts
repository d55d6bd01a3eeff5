import { availableParallelism } from 'node:os';
import { defineConfig, mergeConfig } from 'vitest/config';
import base from '../../vitest.config.ts';

/** `npm run test:browser`: every screen in a real browser. */
export default mergeConfig(
  { ...base, test: { ...base.test, include: [] } },
  defineConfig({
    test: {
      include: ['test/ui/**/*.browser.ts'],
      // Each has a browser and a server beside it.
      maxWorkers: availableParallelism(),
      // Beside other work a browser misses a focus or a click now and then; what is broken fails every time.
      retry: 2,
      // A whole story takes half of it beside other work.
      testTimeout: 240_000,
      // As patient as what waits for an element.
      expect: { poll: { timeout: 30_000 } },
    },
  }),
);
