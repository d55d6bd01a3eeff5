import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { type BuildOptions, build, type Plugin } from 'esbuild';
import { toScript, writeCompiled } from '../src/lib/disk/runCompiled.ts';
import { ROOT, settings } from './bundle.ts';

/**
 * Packages that a public request loads on first use. File by file that takes 85 to 160 ms, during which nobody else is
 * served. Built into one file each, they take 10 to 30 ms.
 */
const PACKAGES_OF_READS: Readonly<Record<string, string>> = {
  graphql: 'graphql',
  // The package contains a megabyte of code for browsers.
  'graphql-helix': 'graphql-helix/dist/process-request.js',
  'prom-client': 'prom-client',
};

/** Redirects imports of these packages to the files built from them. */
const inFiles = (folder: string): Plugin => ({
  name: 'packages in files',
  setup({ onResolve }) {
    const filter = new RegExp(`^(?:${Object.keys(PACKAGES_OF_READS).join('|')})$`);
    onResolve({ filter }, ({ path }) => ({ path: `${folder}/${path}.cjs`, external: true }));
  },
});

const bundlePackages = (): Promise<unknown> =>
  Promise.all(
    Object.entries(PACKAGES_OF_READS).map(([name, entry]) =>
      build({
        ...settings(),
        external: [],
        plugins: [inFiles('.')],
        entryPoints: [join(ROOT, 'node_modules', entry)],
        outfile: `dist/packages/${name}.cjs`,
        format: 'cjs',
      }),
    ),
  );

/**
 * Builds the command line into `dist/`: one file with everything, another with the merge driver, V8's compiled code of
 * both, and `main.js`, which runs them with it. A start then need not compile, which took a sixth of it.
 */
export async function bundleMain(): Promise<void> {
  await bundlePackages();
  await buildProgram('quire', { entryPoints: ['src/main.ts'] });
  await buildProgram('mergeDriver', {
    stdin: { contents: MERGE_DRIVER, resolveDir: ROOT },
    plugins: [builtIn(PACKAGES_OF_MERGES)],
  });
  await build({ ...settings(), stdin: { contents: MAIN, resolveDir: ROOT }, outfile: 'dist/main.js', format: 'esm' });
}

/** Packages that the merge driver may need: loaded file by file, they take longer than everything else it does. */
const PACKAGES_OF_MERGES = ['gray-matter', 'yaml'];

/** Builds in packages that are imported on demand; they are still evaluated only on demand. */
const builtIn = (names: readonly string[]): Plugin => ({
  name: 'packages built in',
  setup({ onLoad, onResolve }) {
    onLoad({ filter: /[\\/]loadLazily\.ts$/ }, () => ({
      contents: `export const loadLazily = (name) => () => (BUILT_IN[name] ?? (() => require(name)))();
const BUILT_IN = { ${names.map((name) => `'${name}': () => require('${name}')`).join(', ')} };`,
    }));
    const filter = new RegExp(`^(?:${names.join('|')})$`);
    onResolve({ filter }, ({ path }) => ({ path: require.resolve(path) }));
  },
});
const require = createRequire(import.meta.url);

async function buildProgram(name: string, entry: BuildOptions): Promise<void> {
  const file = join(ROOT, `dist/${name}.cjs`);
  await build({
    ...settings(),
    plugins: [inFiles('./packages')],
    ...entry,
    outfile: file,
    format: 'cjs',
    banner: { js: HERE },
    define: { 'import.meta.url': 'here' },
    // With compiled code, V8 does not pass on which file imports.
    supported: { 'dynamic-import': false },
  });
  const text = readFileSync(file);
  writeCompiled(file, text, compileAll(file, text));
}

/** Git runs the driver once for each file that it merges, so it loads only what it needs. */
const MERGE_DRIVER = `
import { mergeDriverCommand } from './src/cli/mergeDriver.ts';
mergeDriverCommand.run(process.argv.slice(3)).then((code) => {
  process.exitCode = code;
});
`;

const HERE = "const here = require('node:url').pathToFileURL(__filename).href;";

const MAIN = `#!/usr/bin/env node
import { fileURLToPath } from 'node:url';
import { runCompiled } from './src/lib/disk/runCompiled.ts';

const [, , command, ...args] = process.argv;
const program = command === 'merge-driver' && !args.includes('--help') ? 'mergeDriver.cjs' : 'quire.cjs';
if (process.features.require_module) runCompiled(fileURLToPath(new URL(program, import.meta.url)));
else {
  process.stderr.write('Quire needs Node.js 20.19, 22.12 or newer. This is ' + process.versions.node + '.\\n');
  process.exitCode = 1;
}
`;

/** Compiles all functions, not only those that V8 compiles at the start. */
function compileAll(file: string, text: Buffer): Buffer {
  setFlagsFromString('--no-lazy');
  const script = toScript(file, text);
  // V8 accepts the compiled code only with the flags that it was written with.
  setFlagsFromString('--lazy');
  return script.createCachedData();
}
