import { defineConfig } from 'vitest/config';

/** `npm run test:model`: the same as in a test run, for much longer. */
export default defineConfig({
  test: { include: ['test/write/model/long.ts'], globalSetup: ['test/globalSetup.ts'], setupFiles: ['test/seed.ts'] },
});
