import { mkdirSync, mkdtempSync, renameSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { listRefs } from '../../../../src/git/read/ref/listRefs.ts';
import { createRefLists } from '../../../../src/git/read/ref/refLists.ts';
import { countTurns } from '../../../countTurns.ts';

const idOf = (index: number): string => String(index).padStart(40, '0');

/** A git folder; `age` makes all of it old enough to be remembered. */
function makeRefs() {
  const dir = mkdtempSync(join(tmpdir(), 'quire-refs-'));
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  mkdirSync(join(dir, 'refs/heads'), { recursive: true });
  /** As git does it: in another file, which then takes the place of the ref's. */
  function set(ref: string, commit: string): void {
    mkdirSync(dirname(join(dir, ref)), { recursive: true });
    writeFileSync(join(dir, `${ref}.lock`), `${commit}\n`);
    renameSync(join(dir, `${ref}.lock`), join(dir, ref));
  }
  const age = (...paths: readonly string[]): void => {
    for (const path of paths) utimesSync(join(dir, path), 1_000_000, 1_000_000 + Math.random());
  };
  return { dir, set, age };
}

it('lists the same map until a ref moves, comes or goes, wherever it is kept', async () => {
  const { dir, set, age } = makeRefs();
  const { list } = createRefLists(dir);
  const lists: ReadonlyMap<string, string>[] = [];
  async function look(): Promise<void> {
    const refs = await list('refs/heads/');
    expect(refs).toEqual(listRefs(dir, 'refs/heads/'));
    expect(await list('refs/heads/')).toBe(refs);
    age('refs/heads', 'refs/heads/change');
    expect(await list('refs/heads/')).toBe(refs);
    lists.push(refs);
  }
  set('refs/heads/main', idOf(1));
  set('refs/heads/change/menu', idOf(2));
  await look();
  set('refs/heads/change/menu', idOf(3));
  await look();
  set('refs/heads/change/deep/er', idOf(4));
  await look();
  writeFileSync(join(dir, 'packed-refs'), `# pack-refs with: peeled\n${idOf(5)} refs/heads/packed\n`);
  rmSync(join(dir, 'refs/heads/main'));
  await look();
  rmSync(join(dir, 'refs/heads/change'), { recursive: true });
  mkdirSync(join(dir, 'refs/heads/change'));
  await look();
  expect(new Set(lists).size).toBe(5);
  expect([...lists.at(-1)!.keys()]).toEqual(['refs/heads/packed']);
});

it('reads many refs in slices, and none of them again', async () => {
  const { dir, age } = makeRefs();
  for (let index = 0; index < 2_000; index += 1) writeFileSync(join(dir, `refs/heads/b${index}`), idOf(index));
  age('refs/heads');
  const { list } = createRefLists(dir);
  const first = await countTurns(() => list('refs/heads/'));
  expect([first.value.size, first.turns > 2]).toEqual([2_000, true]);
  // A file that git would not write shows that it is not read.
  writeFileSync(join(dir, 'refs/heads/b0'), idOf(9_999));
  expect(await list('refs/heads/')).toBe(first.value);
});

it('lists refs that are packed meanwhile', async () => {
  const { dir } = makeRefs();
  const names = Array.from({ length: 2_000 }, (_, index) => `refs/heads/b${index}`);
  for (const [index, name] of names.entries()) writeFileSync(join(dir, name), idOf(index));
  const listing = createRefLists(dir).list('refs/heads/');
  await new Promise(setImmediate);
  const lines = names.map((name, index) => `${idOf(index)} ${name}\n`);
  writeFileSync(join(dir, 'packed-refs'), `# pack-refs with: peeled\n${lines.join('')}`);
  for (const name of names) rmSync(join(dir, name));
  expect((await listing).size).toBe(2_000);
});
