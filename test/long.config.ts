import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { defineConfig, mergeConfig } from 'vitest/config';
import base from '../vitest.config.ts';

process.env['QUIRE_TESTS'] = 'long';

/** Whether a test file plays at length: all of it, or what asks for its effort. */
const isLong = (path: string): boolean =>
  path.endsWith('.long.ts') ||
  (path.endsWith('.test.ts') && readFileSync(join('test', path), 'utf8').includes("/effort.ts'"));

/** `npm run test:long`: what plays at random or kills, at the length that finds what is rare. */
export default mergeConfig(
  { ...base, test: { ...base.test, include: [] } },
  defineConfig({
    test: {
      include: readdirSync('test', { recursive: true, encoding: 'utf8' })
        .filter(isLong)
        .map((path) => join('test', path)),
      testTimeout: 600_000,
    },
  }),
);
