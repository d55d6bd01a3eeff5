import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const read = (path: string) => JSON.parse(readFileSync(path, 'utf8'));
const { dependencies, packages } = read('dist/dependencies.json');
const ours = read('package.json').dependencies;

it('a site installs what Quire runs with, and nothing that it is only built with', () => {
  const asked = Object.keys(dependencies);
  expect(asked).toEqual(expect.arrayContaining(['sharp', 'yaml', 'koa', '@expo-google-fonts/inter', 'chokidar']));
  const builtIn = ['react', 'vite', 'tsx', 'esbuild', '@mantine/core', '@tiptap/core', '@tabler/icons-react'];
  expect(asked.filter((name) => builtIn.includes(name))).toEqual([]);
  expect(builtIn.filter((name) => Object.hasOwn(packages, `node_modules/${name}`))).toEqual([]);
  for (const name of asked) expect([name, dependencies[name]]).toEqual([name, ours[name]]);
});

it('a site installs all that these need in turn', () => {
  const paths = Object.keys(packages);
  const missing = paths.flatMap((path) =>
    Object.keys(packages[path].dependencies ?? {}).filter((name) => !placesOf(path, name).some((at) => packages[at])),
  );
  expect(missing).toEqual([]);
  expect(paths.filter((path) => packages[path].resolved || packages[path].dev)).toEqual([]);
});

/** Where node looks for what a package asks for. */
function placesOf(path: string, name: string): readonly string[] {
  const folders = path.split('/node_modules/');
  const above = folders.map((_, at) => folders.slice(0, folders.length - at).join('/node_modules/'));
  return [...above.map((folder) => `${folder}/node_modules/${name}`), `node_modules/${name}`];
}
