import { createRequire } from 'node:module';
import { join } from 'node:path';
import { type BuildOptions, build, type Plugin } from 'esbuild';
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

/** Builds the command line into `dist/`: one file with everything, another with the merge driver, and `main.js`. */
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

const buildProgram = (name: string, entry: BuildOptions): Promise<unknown> =>
  build({
    ...settings(),
    plugins: [inFiles('./packages')],
    ...entry,
    outfile: join(ROOT, `dist/${name}.cjs`),
    format: 'cjs',
    banner: { js: HERE },
    define: { 'import.meta.url': 'here' },
  });

/** Git runs the driver once for each file that it merges, so it loads only what it needs. */
const MERGE_DRIVER = `
import { mergeDriverCommand } from './src/cli/mergeDriver.ts';
mergeDriverCommand.run(process.argv.slice(3)).then((code) => {
  process.exitCode = code;
});
`;

const HERE = "const here = require('node:url').pathToFileURL(__filename).href;";

const MAIN = `#!/usr/bin/env node
import { createRequire } from 'node:module';

const [, , command, ...args] = process.argv;
const program = command === 'merge-driver' && !args.includes('--help') ? './mergeDriver.cjs' : './quire.cjs';
if (process.features.require_module) createRequire(import.meta.url)(program);
else {
  process.stderr.write('Quire needs Node.js 20.19, 22.12 or newer. This is ' + process.versions.node + '.\\n');
  process.exitCode = 1;
}
`;
