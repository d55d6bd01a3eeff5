import { execFileSync } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { defineConfig } from 'vitest/config';

/** Node refuses to start with an option that its V8 does not know, and V8 has renamed these. */
const knownOptions = (options: readonly string[]): string[] => {
  const known = execFileSync(process.execPath, ['--v8-options'], { encoding: 'utf8' });
  return options.filter((option) => known.includes(`  ${option.replace(/=.*/, '')} (`));
};

export default defineConfig({
  // Vite would take the package's ES modules, and graphql-helix the others: two schemas that do not know each other.
  resolve: {
    alias: [
      { find: /^graphql$/, replacement: 'graphql/index.js' },
      { find: '@quire-cms/quire/extend', replacement: join(import.meta.dirname, 'src/extend/index.ts') },
    ],
  },
  test: {
    include: ['test/**/*.test.ts'],
    globalSetup: ['test/globalSetup.ts'],
    setupFiles: ['test/seed.ts'],
    // Files share one module registry per worker: the only state of a module in src is what it computes once.
    isolate: false,
    // Compiled modules are kept for the next run, by what their files hold.
    experimental: { fsModuleCache: true },
    // One more than there are cores: tests also wait, for git, for timers, for each other.
    maxWorkers: availableParallelism() + 1,
    // Most code runs a few times a file: V8 compiled so much of it in the end that this took an eighth of all time.
    execArgv: knownOptions([
      '--interrupt-budget=1320000',
      '--invocation-count-for-maglev=4000',
      '--invocation-count-for-turbofan=30000',
    ]),
    testTimeout: 120_000,
    hookTimeout: 120_000,
  },
});
