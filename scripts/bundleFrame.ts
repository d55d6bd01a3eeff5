import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import { ROOT } from './bundle.ts';

/**
 * Builds what pages in frames import (`quire/frame`) into `dist/frame/`. It is minified, because the server also serves it
 * as it is (`/admin/x/frame.js`). The types are written without TypeScript, which a production install does not have.
 */
export async function bundleFrame(folder = join(ROOT, 'dist/frame')): Promise<void> {
  await build({
    absWorkingDir: ROOT,
    entryPoints: ['src/frame/index.ts'],
    outdir: folder,
    bundle: true,
    minify: true,
    format: 'esm',
    target: 'es2022',
    logLevel: 'warning',
  });
  writeFileSync(join(folder, 'types.d.ts'), readFileSync(join(ROOT, 'src/frame/types.ts')));
  writeFileSync(join(folder, 'index.d.ts'), INDEX);
}

const INDEX = `export type * from './types.js';
import type { ConnectFrame } from './types.js';

export declare const connect: ConnectFrame;
`;
