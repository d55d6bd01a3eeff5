import fs, { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { readExactRef, readRef } from '../../../../src/git/read/ref/refs.ts';

/** Makes the file system one as on macOS and Windows until the test ends: it finds names in any case. */
function ignoreCase(below: string): void {
  const { readFileSync, readdirSync } = fs;
  const findIn = (folder: string, name: string): string =>
    readdirSync(folder, 'utf8').find((one) => one.toLowerCase() === name.toLowerCase()) ?? name;
  const inAnyCase = (path: string): string => {
    if (!path.startsWith(`${below}/`)) return path;
    const folder = inAnyCase(dirname(path));
    return existsSync(folder) ? join(folder, findIn(folder, basename(path))) : path;
  };
  const restore = (): void => {
    Object.assign(fs, { readFileSync, readdirSync });
    syncBuiltinESMExports();
  };
  onTestFinished(restore);
  Object.assign(fs, {
    readFileSync: (path: string, ...more: never[]) => readFileSync(inAnyCase(path), ...more),
    readdirSync: (path: string, ...more: never[]) => readdirSync(inAnyCase(path), ...more),
  });
  syncBuiltinESMExports();
}

const [MAIN, OTHER] = ['1'.repeat(40), '2'.repeat(40)];

it('finds a ref by its exact name only, on file systems that ignore case, too', () => {
  const dir = mkdtempSync(join(tmpdir(), 'quire-refs-'));
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  mkdirSync(join(dir, 'refs/heads/change'), { recursive: true });
  writeFileSync(join(dir, 'refs/heads/main'), `${MAIN}\n`);
  writeFileSync(join(dir, 'refs/heads/change/menu'), `${MAIN}\n`);
  writeFileSync(join(dir, 'packed-refs'), `# pack-refs\n${OTHER} refs/heads/Packed\n`);
  ignoreCase(dir);
  expect(readRef(dir, 'refs/heads/MAIN')).toBe(MAIN);
  const refs = ['main', 'MAIN', 'change/menu', 'change/Menu', 'CHANGE/menu', 'Packed', 'packed', 'none'];
  expect(refs.map((name) => [name, readExactRef(dir, `refs/heads/${name}`)])).toEqual([
    ['main', MAIN],
    ['MAIN', null],
    ['change/menu', MAIN],
    ['change/Menu', null],
    ['CHANGE/menu', null],
    ['Packed', OTHER],
    ['packed', null],
    ['none', null],
  ]);
});
