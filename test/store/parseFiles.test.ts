import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { blobId } from '../../src/lib/blobId.ts';
import { type ParsedFile, parseFile } from '../../src/store/parseFile.ts';
import { parseFiles } from '../../src/store/parseFiles.ts';

function makeFolder(): string {
  const root = mkdtempSync(join(tmpdir(), 'quire-parse-'));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  return root;
}

async function parseAll(root: string, paths: readonly string[]): Promise<readonly ParsedFile[]> {
  const all: ParsedFile[] = [];
  await parseFiles(
    root,
    paths.map((path) => ({ path })),
    async (parsed) => void all.push(...parsed),
  );
  return all.sort((a, b) => (a.path < b.path ? -1 : 1));
}

describe('700 files', () => {
  const paths = Array.from({ length: 700 }, (_, index) => `${String(index).padStart(3, '0')}.yaml`);
  let root = '';
  beforeAll(() => {
    root = mkdtempSync(join(tmpdir(), 'quire-parse-'));
    for (const [index, path] of paths.entries())
      writeFileSync(
        join(root, path),
        index % 50 === 7 ? `title: ${index}\nbroken: [\n` : `title: Page ${index}\nid: ${index}\n`,
      );
    return () => rmSync(root, { recursive: true, force: true });
  });

  it('say the same when worker threads read them as when they are read here', async () => {
    const inThreads = await parseAll(root, paths);
    expect(inThreads).toEqual(paths.map((path) => parseFile(root, { path })));
    expect(inThreads.filter(({ problem }) => problem)).toHaveLength(14);
  });

  it('fail as a whole when one batch cannot be taken', async () => {
    const work = parseFiles(
      root,
      paths.map((path) => ({ path })),
      async () => {
        throw new Error('no room');
      },
    );
    await expect(work).rejects.toThrow('no room');
  });

  it('leave out those that are gone meanwhile', async () => {
    const parsed = await parseAll(root, [...paths, 'gone.yaml', 'never/there.yaml']);
    expect(parsed).toHaveLength(700);
  });
});

describe('a file', () => {
  it('is answered with its blob id and its value', () => {
    const root = makeFolder();
    writeFileSync(join(root, 'a.json'), '{ "title": "A" }');
    expect(parseFile(root, { path: 'a.json' })).toEqual({
      path: 'a.json',
      rev: blobId(Buffer.from('{ "title": "A" }')),
      json: '{"title":"A"}',
    });
  });

  it('is not parsed when its bytes are known', () => {
    const root = makeFolder();
    writeFileSync(join(root, 'a.yaml'), 'title: A\n');
    const knownRev = blobId(Buffer.from('title: A\n'));
    expect(parseFile(root, { path: 'a.yaml', knownRev })).toEqual({ path: 'a.yaml', rev: knownRev });
    expect(parseFile(root, { path: 'a.yaml', knownRev: '0'.repeat(40) })).toHaveProperty('json');
  });

  it('that is broken is reported with line and column', () => {
    const root = makeFolder();
    writeFileSync(join(root, 'a.yaml'), 'title: A\nfields:\n  a: [1\n  b: 2\n');
    const { problem, json } = parseFile(root, { path: 'a.yaml' })!;
    expect(json).toBeUndefined();
    expect(problem).toMatchObject({
      path: 'a.yaml',
      code: 'SYNTAX',
      line: expect.any(Number),
      column: expect.any(Number),
    });
    expect(problem!.line).toBeGreaterThanOrEqual(3);
  });

  it('with conflict markers is reported with the line they begin at', () => {
    const root = makeFolder();
    writeFileSync(join(root, 'a.yaml'), 'title: A\n<<<<<<< HEAD\nid: 1\n=======\nid: 2\n>>>>>>> theirs\n');
    expect(parseFile(root, { path: 'a.yaml' })?.problem).toMatchObject({ code: 'SYNTAX', line: 2, column: 1 });
  });

  it('that is no UTF-8 is reported', () => {
    const root = makeFolder();
    writeFileSync(join(root, 'a.yaml'), Buffer.from([0x61, 0x3a, 0x20, 0xff, 0x0a]));
    expect(parseFile(root, { path: 'a.yaml' })?.problem?.code).toBe('ENCODING');
  });

  it('SEC-7 of any size is refused before it is read', () => {
    const root = makeFolder();
    writeFileSync(join(root, 'a.yaml'), 'title: A\n');
    truncateSync(join(root, 'a.yaml'), 3 * 2 ** 30);
    expect(parseFile(root, { path: 'a.yaml' })?.problem).toEqual({
      path: 'a.yaml',
      code: 'LIMIT',
      message: 'The file is larger than 4194304 bytes',
    });
  });

  it('that has become a link, a folder or a pipe is no file any more', () => {
    const root = makeFolder();
    writeFileSync(join(root, 'real.yaml'), 'title: A\n');
    symlinkSync('real.yaml', join(root, 'link.yaml'));
    mkdirSync(join(root, 'folder.yaml'));
    execFileSync('mkfifo', [join(root, 'pipe.yaml')]);
    for (const path of ['link.yaml', 'folder.yaml', 'pipe.yaml', 'gone.yaml', 'real.yaml/below.yaml'])
      expect(parseFile(root, { path })).toBeNull();
  });

  it('that may not be read is a problem', () => {
    const root = makeFolder();
    writeFileSync(join(root, 'a.yaml'), 'title: A\n', { mode: 0o000 });
    chmodSync(root, 0o755);
    const isRoot = process.geteuid?.() === 0;
    if (isRoot) process.seteuid?.(65534);
    try {
      expect(parseFile(root, { path: 'a.yaml' })?.problem).toEqual({
        path: 'a.yaml',
        code: 'UNREADABLE',
        message: 'cannot be read: EACCES',
      });
    } finally {
      if (isRoot) process.seteuid?.(0);
    }
  });
});
