import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type BuildOptions, build } from 'esbuild';

export const ROOT = join(import.meta.dirname, '..');

/** The entry files of threads and processes. */
export const WORKERS = {
  contentWorker: 'src/store/record/contentWorker.ts',
  effectProcess: 'src/extend/effects/process/effectProcess.ts',
  mergeWorker: 'src/git/objects/mergeWorker.ts',
  passwordWorker: 'src/auth/password/passwordWorker.ts',
  remoteWorker: 'src/git/remote/portableWorker.ts',
  parseWorker: 'src/store/file/parseWorker.ts',
  walkWorker: 'src/store/file/walkWorker.ts',
};

/** The packages that every start of a server loads. */
export const PACKAGES_OF_START: readonly string[] = ['ipaddr.js', 'lru-cache', 'minisearch', 'pino'];

/** The options of all builds. Only the packages that every start loads are built in. */
export const settings = (): BuildOptions => ({
  absWorkingDir: ROOT,
  bundle: true,
  external: otherPackages(),
  platform: 'node',
  target: 'node20.19',
  sourcemap: true,
  logLevel: 'warning',
});

/**
 * Compiles programs into a folder of the project, each under its given name. What they share is in files whose names
 * change with their content, so that a build does not replace files that a running server has yet to load. More
 * packages may be left out of it.
 */
export async function bundle(
  entries: Readonly<Record<string, string>>,
  folder: string,
  leftOut: readonly string[] = [],
): Promise<void> {
  await build({
    ...settings(),
    external: [...otherPackages(), ...leftOut],
    entryPoints: { ...entries },
    outdir: folder,
    chunkNames: 'chunks/[name]-[hash]',
    splitting: true,
    // Packages that are built in load node's own modules with it.
    banner: { js: REQUIRE },
    format: 'esm',
  });
}

const REQUIRE =
  "import { createRequire as createRequireHere } from 'node:module'; const require = createRequireHere(import.meta.url);";

function otherPackages(): string[] {
  const { dependencies } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
    dependencies: Readonly<Record<string, string>>;
  };
  return Object.keys(dependencies)
    .filter((name) => !PACKAGES_OF_START.includes(name))
    .flatMap((name) => [name, `${name}/*`]);
}
