import { join } from 'node:path';
import { build } from 'esbuild';

const ROOT = join(import.meta.dirname, '..');

/** What servers, commands and their threads start from. */
export const PROGRAMS = {
  main: 'src/main.ts',
  passwordWorker: 'src/auth/passwordWorker.ts',
  parseWorker: 'src/store/parseWorker.ts',
};

/**
 * Compiles programs into a folder of the project, each under the name it is given: a start reads twenty files then
 * instead of five hundred. Packages stay where they are. What programs share, or load when they need it, stands in files
 * whose names change with what they hold, so that a build leaves alone what a running server has yet to load.
 */
export async function bundle(entries: Readonly<Record<string, string>>, folder: string): Promise<void> {
  await build({
    absWorkingDir: ROOT,
    entryPoints: { ...entries },
    outdir: folder,
    chunkNames: 'chunks/[name]-[hash]',
    bundle: true,
    splitting: true,
    packages: 'external',
    format: 'esm',
    platform: 'node',
    target: 'node20.19',
    sourcemap: true,
    logLevel: 'warning',
  });
}
