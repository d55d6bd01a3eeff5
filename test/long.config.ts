import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { defineConfig, mergeConfig } from 'vitest/config';
import base from '../vitest.config.ts';

process.env['QUIRE_TESTS'] = 'long';

/**
 * Runs tests that use effort or are only for long runs at full length. With a smaller effort, properties are tried hardly
 * more often than in `npm test`.
 */
const ASKS = Number(process.env['EFFORT'] ?? 1) < 1 ? /\b(?:effort|stride)\(|\/long\.ts'/ : /\/(?:effort|long)\.ts'/;

const isLong = (path: string): boolean =>
  path.endsWith('.long.ts') || (path.endsWith('.test.ts') && ASKS.test(readFileSync(join('test', path), 'utf8')));

/** `npm run test:long`: random play and kills, long enough to find rare faults. */
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
