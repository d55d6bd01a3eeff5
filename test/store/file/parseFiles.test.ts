import { chmodSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { blobId } from '../../../src/lib/text/blobId.ts';
import { createReadRecord } from '../../../src/store/file/fileRecord.ts';
import { parseKnownData } from '../../../src/store/file/knownFile.ts';
import { type FileToParse, type ParsedFile, parseFile } from '../../../src/store/file/parseFile.ts';
import { parseFiles } from '../../../src/store/file/parseFiles.ts';
import { countTurns, workFor } from '../../countTurns.ts';
import { long } from '../../long.ts';
import { runProgram } from '../../run/runProgram.ts';

const readRecord = createReadRecord();

function makeRoot(): string {
  const root = mkdtempSync(join(tmpdir(), 'quire-parse-'));
  mkdirSync(join(root, 'menus'));
  return root;
}

function makeFolder(): string {
  const root = makeRoot();
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  return root;
}

const parseOne = (root: string, file: FileToParse): ParsedFile | null =>
  parseFile({ root, home: 'content' }, file, readRecord);

/** The problems of a menu file with these bytes. */
function problemOf(bytes: string | Uint8Array): object | undefined {
  const root = makeFolder();
  writeFileSync(join(root, MENU), bytes);
  const parsed = parseOne(root, { path: MENU });
  expect(parsed).not.toHaveProperty('known');
  expect(parsed?.problems).toHaveLength(1);
  return parsed?.problems?.[0];
}

const MENU = 'menus/a.yaml';

async function parseAll(root: string, paths: readonly string[]): Promise<readonly ParsedFile[]> {
  const all: ParsedFile[] = [];
  await parseFiles(
    { root, home: 'content', readRecord },
    paths.map((path) => ({ path })),
    async (parsed) => void all.push(...parsed),
  );
  return all.sort((a, b) => (a.path < b.path ? -1 : 1));
}

describe('a large file', () => {
  it('SEC-36 is parsed by another thread, so that nobody waits for it', async () => {
    const root = makeFolder();
    writeFileSync(join(root, MENU), `name: a\nid: 1\n${'# x\n'.repeat(10_000)}`);
    writeFileSync(join(root, 'menus/small.yaml'), 'name: b\nid: 2\n');
    const readHere: string[] = [];
    const readAndNote: typeof readRecord = (located, path, ...others) => {
      readHere.push(path);
      return readRecord(located, path, ...others);
    };
    const files = [MENU, 'menus/small.yaml', 'menus/gone.yaml'].map((path) => ({ path }));
    const all: ParsedFile[] = [];
    await parseFiles(
      { root, home: 'content', readRecord: readAndNote },
      files,
      async (parsed) => void all.push(...parsed),
    );
    expect(readHere).toEqual(['menus/small.yaml']);
    expect(all.map(({ path, known }) => [path, known !== undefined])).toEqual([
      ['menus/small.yaml', true],
      [MENU, true],
    ]);
  });
});

it('lets others run between files that are read in this thread', async () => {
  const root = makeFolder();
  const files = Array.from({ length: 50 }, (_, index) => ({ path: `menus/${index}.yaml` }));
  for (const [index, { path }] of files.entries())
    writeFileSync(join(root, path), `name: ${index}\nid: ${index + 1}\n`);
  const readSlowly: typeof readRecord = (...file) => {
    workFor(2);
    return readRecord(...file);
  };
  const { turns } = await countTurns(() =>
    parseFiles({ root, home: 'content', readRecord: readSlowly }, files, async () => undefined),
  );
  expect(turns).toBeGreaterThan(files.length / 2);
});

describe('700 files', () => {
  const paths = Array.from({ length: 700 }, (_, index) => `menus/${String(index).padStart(3, '0')}.yaml`);
  const textOf = (index: number): string => {
    if (index % 50 === 7) return `name: ${index}\nbroken: [\n`;
    if (index % 50 === 8) return `name: Menu ${index}\nid: none\n`;
    return `name: Menü ${index}\nid: ${index + 1}\nitems:\n  - { title: Home, url: / }\n`;
  };
  let root = '';
  beforeAll(() => {
    root = makeRoot();
    for (const [index, path] of paths.entries()) writeFileSync(join(root, path), textOf(index));
    return () => rmSync(root, { recursive: true, force: true });
  });

  long.it('are not taken any more once taking some of them has failed', async () => {
    let [taken, isOver, takenAfterwards] = [0, false, 0];
    const take = async (): Promise<void> => {
      if (isOver) takenAfterwards += 1;
      if (++taken === 1) throw new Error('full');
      await new Promise((resolve) => setTimeout(resolve, 20));
      if (isOver) takenAfterwards += 1;
    };
    const folder = { root, home: 'content' as const, readRecord };
    const many = Array.from({ length: 3 }, () => paths.map((path) => ({ path }))).flat();
    await expect(parseFiles(folder, many, take).finally(() => (isOver = true))).rejects.toThrow('full');
    await new Promise((resolve) => setTimeout(resolve, 500));
    expect(takenAfterwards).toBe(0);
  });

  long.it('say the same when worker threads read them as when they are read here', async () => {
    const inThreads = await parseAll(root, paths);
    const here = paths.map((path) => parseOne(root, { path }));
    expect(inThreads).toEqual(here);
    const codes = inThreads.flatMap(({ problems = [] }) => problems.map(({ code }) => code));
    expect(codes.toSorted()).toEqual([...Array(14).fill('SCHEMA'), ...Array(14).fill('SYNTAX')]);
    const dataOf = (file: ParsedFile | null) => file?.known && parseKnownData(file.known);
    expect(inThreads.map(dataOf)).toEqual(here.map(dataOf));
  });

  it('are not parsed by worker threads if their bytes are known', async () => {
    const files = paths.map((path, index) => ({ path, knownRev: blobId(Buffer.from(textOf(index))) }));
    const all: ParsedFile[] = [];
    await parseFiles({ root, home: 'content', readRecord }, files, async (parsed) => void all.push(...parsed));
    expect(all.map(({ path }) => path).toSorted()).toEqual(paths);
    expect(all.filter(({ known, problems }) => known || problems)).toEqual([]);
  });

  long.it('fail as a whole when one batch cannot be taken', async () => {
    const work = parseFiles(
      { root, home: 'content', readRecord },
      paths.map((path) => ({ path })),
      async () => {
        throw new Error('no room');
      },
    );
    await expect(work).rejects.toThrow('no room');
  });

  long.it('leave out those that are gone meanwhile', async () => {
    const parsed = await parseAll(root, [...paths, 'menus/gone.yaml', 'blocks/there.yaml']);
    expect(parsed).toHaveLength(700);
  });
});

describe('a file', () => {
  it('is read as its record', () => {
    const root = makeFolder();
    writeFileSync(join(root, 'menus/a.json'), '{ "id": 3, "name": "A", "colour": "red" }');
    const { known, ...others } = parseOne(root, { path: 'menus/a.json' })!;
    expect(others).toEqual({ path: 'menus/a.json' });
    expect(known).toMatchObject({
      ...{ kind: 'menu', key: 'a', path: 'menus/a.json', head: { id: 3 } },
      rev: blobId(Buffer.from('{ "id": 3, "name": "A", "colour": "red" }')),
    });
    expect(parseKnownData(known!)).toEqual({ slug: 'a', name: 'A', items: [] });
  });

  it('is not parsed if its bytes are known', () => {
    const root = makeFolder();
    writeFileSync(join(root, MENU), 'name: A\n');
    const knownRev = blobId(Buffer.from('name: A\n'));
    expect(parseOne(root, { path: MENU, knownRev })).toEqual({ path: MENU });
    expect(parseOne(root, { path: MENU, knownRev: '0'.repeat(40) })).toHaveProperty('known');
  });

  it('that is broken is reported with line and column', () => {
    const problem = problemOf('name: A\nitems:\n  a: [1\n  b: 2\n') as { readonly line: number };
    expect(problem).toMatchObject({
      path: MENU,
      code: 'SYNTAX',
      line: expect.any(Number),
      column: expect.any(Number),
    });
    expect(problem.line).toBeGreaterThanOrEqual(3);
  });

  it('that is not a valid record is reported with what is missing', () => {
    expect(problemOf('items: []\n')).toEqual({
      path: MENU,
      line: 1,
      column: 1,
      at: ['name'],
      code: 'SCHEMA',
      message: 'name is required',
    });
  });

  it('that is not a valid record is reported with the place of the wrong value', () => {
    const text = '# A menu\nname: A\nitems:\n  - title: One\n    url: /one\n    isExpanded: 1\n';
    expect(problemOf(text)).toMatchObject({ code: 'SCHEMA', line: 6, column: 5 });
  });

  it('with conflict markers is reported with the line of the first', () => {
    const text = 'name: A\n<<<<<<< HEAD\nid: 1\n=======\nid: 2\n>>>>>>> theirs\n';
    expect(problemOf(text)).toMatchObject({ code: 'SYNTAX', line: 2, column: 1 });
  });

  it('that is not UTF-8 is reported', () => {
    expect(problemOf(Buffer.from([0x61, 0x3a, 0x20, 0xff, 0x0a]))).toMatchObject({ code: 'ENCODING' });
  });

  it('SEC-7 that is too large is refused before it is read', () => {
    const root = makeFolder();
    writeFileSync(join(root, MENU), 'name: A\n');
    truncateSync(join(root, MENU), 3 * 2 ** 30);
    expect(parseOne(root, { path: MENU })?.problems).toEqual([
      { path: MENU, code: 'LIMIT', message: 'The file is larger than 4194304 bytes' },
    ]);
  });

  it('that has become a link, a folder or a pipe counts as gone', () => {
    const root = makeFolder();
    writeFileSync(join(root, 'menus/real.yaml'), 'name: A\n');
    symlinkSync('real.yaml', join(root, 'menus/link.yaml'));
    mkdirSync(join(root, 'menus/folder.yaml'));
    runProgram('mkfifo', [join(root, 'menus/pipe.yaml')]);
    for (const name of ['link.yaml', 'folder.yaml', 'pipe.yaml', 'gone.yaml', 'real.yaml/below.yaml'])
      expect(parseOne(root, { path: `menus/${name}` })).toBeNull();
  });

  it('that may not be read is a problem', () => {
    const root = makeFolder();
    writeFileSync(join(root, MENU), 'name: A\n', { mode: 0o000 });
    chmodSync(root, 0o755);
    const isRoot = process.geteuid?.() === 0;
    if (isRoot) process.seteuid?.(65534);
    try {
      expect(parseOne(root, { path: MENU })?.problems).toEqual([
        { path: MENU, code: 'UNREADABLE', message: 'cannot be read: EACCES' },
      ]);
    } finally {
      if (isRoot) process.seteuid?.(0);
    }
  });
});
