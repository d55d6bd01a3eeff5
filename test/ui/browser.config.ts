import { defineConfig, mergeConfig } from 'vitest/config';
import base from '../../vitest.config.ts';

/** `npm run test:browser`: every screen in a real browser. */
export default mergeConfig(
  { ...base, test: { ...base.test, include: [] } },
  // Beside other work a browser misses a focus or a click now and then; what is broken fails every time.
  defineConfig({ test: { include: ['test/ui/**/*.browser.ts'], retry: 2 } }),
);
