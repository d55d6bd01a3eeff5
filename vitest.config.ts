import { defineConfig } from 'vitest/config';

export default defineConfig({
  // Vite would take the package's ES modules, and graphql-helix the others: two schemas that do not know each other.
  resolve: { alias: [{ find: /^graphql$/, replacement: 'graphql/index.js' }] },
  test: {
    include: ['test/**/*.test.ts'],
    globalSetup: ['test/build.ts'],
    // Files share one module registry per worker: nothing in src keeps module-level state.
    isolate: false,
    // More than the cores that machines like ours have: many tests wait for the disk or for other processes.
    maxWorkers: 3,
    testTimeout: 120_000,
    hookTimeout: 120_000,
  },
});
