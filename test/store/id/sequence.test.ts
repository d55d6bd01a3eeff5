import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it, onTestFinished } from 'vitest';
import { CmsError } from '../../../src/model/errors.ts';
import { createMarks } from '../../../src/store/id/marks.ts';
import { createSequence, type IdMarks, type Sequence } from '../../../src/store/id/sequence.ts';

function makeFile(text?: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'quire-ids-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const file = join(folder, 'ids.json');
  if (text !== undefined) writeFileSync(file, text);
  return file;
}
const start = (file: string): Sequence => createSequence(createMarks(file));
const take = (ids: Sequence, count: number, highest = 0): readonly number[] =>
  Array.from({ length: count }, () => ids.next('page', highest));

describe('sequential ids', () => {
  it('begin at 1 and count up, for each kind separately', () => {
    const ids = start(makeFile());
    expect(take(ids, 3)).toEqual([1, 2, 3]);
    expect(ids.next('menu', 0)).toBe(1);
  });

  it('continue after the highest one in a file', () => {
    expect(start(makeFile()).next('page', 40)).toBe(41);
  });

  it('follow files that come while the server runs', () => {
    const ids = start(makeFile());
    expect(ids.next('page', 0)).toBe(1);
    expect(take(ids, 2, 500)).toEqual([501, 502]);
    expect(ids.next('page', 3)).toBe(503);
  });

  it('of a failed plan are given to the next one', async () => {
    const file = makeFile();
    const ids = start(file);
    const plan = async (): Promise<readonly number[]> => [...take(ids, 40), ids.next('menu', 0)];
    expect(await ids.planning(async () => take(ids, 2))).toEqual([1, 2]);
    await expect(ids.planning(async () => Promise.reject(new Error(`${await plan()}`)))).rejects.toThrow('3,4,');
    expect([...take(ids, 2), ids.next('menu', 0)]).toEqual([3, 4, 1]);
    ids.close();
    expect(start(file).next('page', 0)).toBe(5);
  });

  it('are not reused after a restart, and leave no gap', () => {
    const file = makeFile();
    const ids = start(file);
    take(ids, 5);
    ids.close();
    expect(start(file).next('page', 0)).toBe(6);
  });

  it('are not reused after a crash, even if the marks could not be written before', () => {
    let written: ReturnType<IdMarks['read']> = {};
    let fails = true;
    const marks: IdMarks = {
      read: () => written,
      write(these) {
        if (fails) throw new Error('no space');
        written = { ...these };
      },
    };
    const ids = createSequence(marks);
    expect(() => ids.next('page', 0)).toThrow('no space');
    fails = false;
    const given = take(ids, 3);
    expect(createSequence(marks).next('page', 0)).toBeGreaterThan(Math.max(...given));
  });

  it('are not reused after a crash, although nothing was saved at the end', () => {
    const file = makeFile();
    const before = take(start(file), 70);
    const after = take(start(file), 70);
    expect(Math.min(...after)).toBeGreaterThan(Math.max(...before));
    expect(Math.min(...after)).toBeLessThanOrEqual(70 + 32);
  });

  it('are never given twice, whatever restarts, crashes and files come', () => {
    const step = fc.constantFrom('next', 'next', 'next', 'close', 'crash', 'file');
    fc.assert(
      fc.property(fc.array(step, { maxLength: 120 }), (steps) => {
        let stored: Readonly<Partial<Record<string, number>>> = {};
        const marks: IdMarks = { read: () => stored, write: (all) => (stored = { ...all }) };
        let highest = 0;
        let ids = createSequence(marks);
        const given = new Set<number>();
        for (const one of steps) {
          if (one === 'close') ids.close();
          if (one === 'close' || one === 'crash') {
            // By then all records may be gone.
            highest = 0;
            ids = createSequence(marks);
          }
          if (one === 'file') highest = Math.max(highest, ...given) + 7;
          if (one !== 'next') continue;
          const id = ids.next('page', highest);
          expect(given.has(id)).toBe(false);
          given.add(id);
        }
      }),
    );
  });

  it('are reserved by one write for many', () => {
    let writes = 0;
    const ids = createSequence({ read: () => ({}), write: () => (writes += 1) });
    take(ids, 32);
    expect(writes).toBe(1);
    take(ids, 1);
    expect(writes).toBe(2);
  });

  it('are still reserved after they were closed', () => {
    let stored: Readonly<Partial<Record<string, number>>> = {};
    const marks: IdMarks = { read: () => stored, write: (all) => (stored = { ...all }) };
    const ids = createSequence(marks);
    ids.next('page', 0);
    ids.close();
    expect(createSequence(marks).next('page', 0)).toBeGreaterThan(1);
    const late = ids.next('page', 0);
    expect(createSequence(marks).next('page', 0)).toBeGreaterThan(late);
  });

  it('run out with a message that says why', () => {
    const ids = start(makeFile());
    expect(() => ids.next('page', 999_999_999)).toThrow(CmsError);
    expect(() => ids.next('page', 999_999_999)).toThrow('There is no page id left: a file has 999999999');
  });
});

describe('the file of marks', () => {
  it.each([
    '',
    '{',
    'null',
    '[]',
    '5',
    '"page"',
    '{"page":"7"}',
    '{"page":-1}',
    '{"page":1e99}',
    '{"page":2000000000}',
  ])('counts as absent if it is damaged: %s', (text) => {
    expect(start(makeFile(text)).next('page', 3)).toBe(4);
  });

  it('keeps the valid marks beside an invalid one', () => {
    expect(start(makeFile('{"page":"x","menu":8}')).next('menu', 0)).toBe(9);
  });

  it('is readable by its owner only, and complete at any time', () => {
    const file = makeFile();
    const ids = start(file);
    ids.next('page', 0);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({ page: 32 });
    expect(readdirSync(join(file, '..'))).toEqual(['ids.json']);
  });
});
