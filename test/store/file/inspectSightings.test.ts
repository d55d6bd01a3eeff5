import { chmodSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { createInspect, inspectSightings } from '../../../src/store/file/inspectSightings.ts';
import { walkHome } from '../../../src/store/file/walkHome.ts';
import { runProgram } from '../../run/runProgram.ts';

function makeFolder(...paths: readonly string[]): string {
  const root = mkdtempSync(join(tmpdir(), 'quire-scan-'));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  for (const path of paths) add(root, path);
  return root;
}

function add(root: string, path: string): void {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), 'title: A\n');
}

const scanAll = (root: string) => {
  const looks = [...inspectSightings(walkHome(root, 'content'), 'content')];
  return { files: looks.flatMap(({ file }) => file ?? []), problems: looks.flatMap(({ problem }) => problem ?? []) };
};
/** `path` for a file that is read, `CODE path` for a problem. */
const found = (root: string): readonly string[] => {
  const { files, problems } = scanAll(root);
  return [...files.map(({ path }) => path), ...problems.map(({ path, code }) => `${code} ${path}`)].sort();
};
const looked = (root: string, path: string): string => {
  const { file, problem } = createInspect(root, 'content')(path);
  return problem ? `${problem.code} ${problem.path}` : (file?.path ?? 'nothing');
};

it('finds the records of every folder, on shelves too', () => {
  const root = makeFolder(
    'site.yaml',
    'pages/en/a.yaml',
    'pages/en/_3f/b.json',
    'pages/pt-BR/docs/deep/c.yaml',
    'menus/main.yaml',
    'media/harbour.yaml',
    'media/_1a/lake.yaml',
  );
  const { files, problems } = scanAll(root);
  expect(problems).toEqual([]);
  expect(files.map(({ place }) => `${place.kind} ${place.key}`).sort()).toEqual([
    'media harbour',
    'media lake',
    'menu main',
    'page en/a',
    'page en/b',
    'page pt-BR/docs/deep/c',
    'settings ',
  ]);
});

/** Paths that are not Quire's, whatever is there. */
const FOREIGN = [
  'README.md',
  'package.json',
  'docs/guide.yaml',
  '.github/workflows/ci.yaml',
  '.quire/users/1.yaml',
  'pages/en/.draft.yaml',
  'pages/.hidden/a.yaml',
  'pages/en/notes.txt',
  'media/files/data-12345678.json',
  'users/1.yaml',
  'site/a.yaml',
  '_3f/site.yaml',
  '_3f/pages/en/a.yaml',
];

it('ignores everything else', () => {
  const root = makeFolder(...FOREIGN);
  expect(found(root)).toEqual([]);
});

it.each(FOREIGN)('SEC-4 ignores %s when asked for it too', (path) => {
  expect(looked(makeFolder(path), path)).toBe('nothing');
});

/** Files that people might expect to be read, and that are not. */
const MISTAKEN = [
  'site.yml',
  'pages/en/a.yml',
  'pages/en/b.YAML',
  'pages/a.yaml',
  'pages/english/a.yaml',
  'pages/en/-a.yaml',
  'pages/en/con.yaml',
  'pages/en/a b.yaml',
  'pages/en/1/2/3/4/5/6/7/8/9.yaml',
  'menus/deep/main.yaml',
  'menus/_main.yaml',
];

it('reports names that fit no record, and the extensions .yml and .YAML', () => {
  expect(found(makeFolder(...MISTAKEN))).toEqual(MISTAKEN.map((path) => `UNKNOWN_PATH ${path}`).sort());
});

it.each(MISTAKEN)('reports %s when asked for it too', (path) => {
  expect(looked(makeFolder(path), path)).toBe(`UNKNOWN_PATH ${path}`);
});

it('says why a file is not read', () => {
  const root = makeFolder('pages/en/a.yml', 'pages/a.yaml');
  expect(
    scanAll(root)
      .problems.map(({ message }) => message)
      .sort(),
  ).toEqual(['is not read: its extension must be .yaml', 'is not read: its folder or name fits no record']);
});

it('SEC-2 follows no link to a file, whether it leads somewhere or not', () => {
  const root = makeFolder('pages/en/real.yaml', 'elsewhere/secret.yaml');
  symlinkSync(join(root, 'elsewhere/secret.yaml'), join(root, 'pages/en/absolute.yaml'));
  symlinkSync('real.yaml', join(root, 'pages/en/relative.yaml'));
  symlinkSync('relative.yaml', join(root, 'pages/en/chain.yaml'));
  symlinkSync('nowhere.yaml', join(root, 'pages/en/dangling.yaml'));
  symlinkSync('loop.yaml', join(root, 'pages/en/loop.yaml'));
  const links = ['absolute', 'chain', 'dangling', 'loop', 'relative'].map((name) => `pages/en/${name}.yaml`);
  expect(found(root)).toEqual([...links.map((path) => `NOT_A_FILE ${path}`), 'pages/en/real.yaml']);
  for (const path of links) expect(looked(root, path)).toBe(`NOT_A_FILE ${path}`);
});

it('SEC-2 follows no link to a folder, at any depth', () => {
  const root = makeFolder('elsewhere/en/secret.yaml', 'elsewhere/main.yaml', 'pages/es/a.yaml');
  symlinkSync('../elsewhere/en', join(root, 'pages/en'));
  symlinkSync('elsewhere', join(root, 'menus'));
  expect(found(root)).toEqual(['NOT_A_FILE menus', 'NOT_A_FILE pages/en', 'pages/es/a.yaml']);
  expect(looked(root, 'menus')).toBe('NOT_A_FILE menus');
  expect(looked(root, 'pages/en')).toBe('NOT_A_FILE pages/en');
  expect(looked(root, 'pages/en/secret.yaml')).toBe('nothing');
  expect(looked(root, 'menus/main.yaml')).toBe('nothing');
});

it('can start at a link', () => {
  const root = makeFolder('content/pages/en/a.yaml');
  symlinkSync('content', join(root, 'link'));
  expect(found(join(root, 'link'))).toEqual(['pages/en/a.yaml']);
});

it('SEC-2 does not open pipes and other special files', () => {
  const root = makeFolder('pages/en/a.yaml');
  runProgram('mkfifo', [join(root, 'pages/en/pipe.yaml')]);
  expect(found(root)).toEqual(['NOT_A_FILE pages/en/pipe.yaml', 'pages/en/a.yaml']);
  expect(looked(root, 'pages/en/pipe.yaml')).toBe('NOT_A_FILE pages/en/pipe.yaml');
});

it('finds nothing where a folder or file is gone, has become the other, or cannot exist', () => {
  const root = makeFolder('pages/en/docs', 'pages/en/folder.yaml/inside.yaml');
  for (const path of [
    'pages/en/gone.yaml',
    'pages/xx/gone.yaml',
    'pages/en/docs/a.yaml',
    'pages/en/docs/deep/a.yaml',
    'pages/en/folder.yaml',
    `pages/en/${'x'.repeat(300)}.yaml`,
  ])
    expect(looked(root, path)).toBe('nothing');
});

it('reports a folder that it may not read, and finds the others', () => {
  const root = makeFolder('pages/en/a.yaml', 'pages/es/closed.yaml', 'menus/main.yaml');
  chmodSync(join(root, 'pages/es'), 0o000);
  chmodSync(root, 0o755);
  const isRoot = process.geteuid?.() === 0;
  if (isRoot) process.seteuid?.(65534);
  try {
    expect(found(root)).toEqual(['UNREADABLE pages/es', 'menus/main.yaml', 'pages/en/a.yaml']);
    expect(looked(root, 'pages/es/closed.yaml')).toBe('UNREADABLE pages/es/closed.yaml');
  } finally {
    if (isRoot) process.seteuid?.(0);
    chmodSync(join(root, 'pages/es'), 0o755);
  }
});

it('finds nothing in a folder that is empty', () => {
  expect(found(makeFolder())).toEqual([]);
});
