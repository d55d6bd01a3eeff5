import { defineConfig, mergeConfig } from 'vitest/config';
import base from '../../vitest.config.ts';

/** `npm run test:browser`: every screen in a real browser. */
export default mergeConfig(
  { ...base, test: { ...base.test, include: [] } },
  defineConfig({ test: { include: ['test/ui/**/*.browser.ts'] } }),
);
