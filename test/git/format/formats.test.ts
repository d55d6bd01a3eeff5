import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { deflateSync } from 'node:zlib';
import fc from 'fast-check';
import { afterAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { cleanPerson, parseCommit, serialiseCommit } from '../../../src/git/format/commit.ts';
import { parseConfig } from '../../../src/git/format/config.ts';
import { filesBelow, findInIndex, pathsBelow } from '../../../src/git/format/index/indexEntries.ts';
import { DamagedIndex, readIndex } from '../../../src/git/format/index/indexFile.ts';
import { EMPTY_TREE, objectId } from '../../../src/git/format/object.ts';
import { logsRefUpdates, reflogLine } from '../../../src/git/format/reflog.ts';
import { findInTree, parseTree, patchTree, serialiseTree } from '../../../src/git/format/tree.ts';
import { readLooseObject } from '../../../src/git/objects/loose.ts';
import {
  buildIndex,
  completeIndex,
  draftIndex,
  type IndexChange,
  serialiseIndex,
} from '../../../src/git/publish/index/indexPatch.ts';
import { character } from '../../character.ts';
import { runs } from '../../effort.ts';
import { runProgram } from '../../run/runProgram.ts';
import { ADA, AT, git, makeFolder, makeRepository, removeFolders, rev, writeFiles } from '../sandbox.ts';

afterAll(removeFolders);

const hashObject = (dir: string, type: string, content: Uint8Array): string =>
  runProgram('git', ['hash-object', '-t', type, '-w', '--stdin'], { cwd: dir, input: content }).toString().trim();

describe('objects', () => {
  it('have the ids that git gives them', () => {
    const dir = makeRepository();
    for (const content of [Buffer.alloc(0), Buffer.from('a\0b'), Buffer.from('東京')]) {
      expect(objectId('blob', content)).toBe(hashObject(dir, 'blob', content));
    }
    expect(objectId('tree', Buffer.alloc(0))).toBe(EMPTY_TREE);
  });

  it('are read from the files that git writes', async () => {
    const dir = makeRepository();
    for (const content of [Buffer.from('x\0y'), Buffer.alloc(20_000, 'large')]) {
      const id = hashObject(dir, 'blob', content);
      const file = join(dir, '.git/objects', id.slice(0, 2), id.slice(2));
      expect(await readLooseObject(file, 1e6)).toEqual({ type: 'blob', content });
    }
  });

  it('are refused when the file is damaged', async () => {
    const file = join(makeFolder(), 'loose');
    for (const bytes of [deflateSync('blob 5\0hello').subarray(0, 8), Buffer.from('hello')]) {
      writeFileSync(file, bytes);
      await expect(readLooseObject(file, 1e6)).rejects.toThrow();
    }
  });
});

const name = fc.oneof(
  fc.constantFrom('a', 'a.b', 'a-', 'a0', 'ab', 'A', 'ü', '東京', '🚢', '�'),
  fc.stringMatching(/^[a-z.+-]{1,5}x$/),
);
const target = fc.record({
  mode: fc.constantFrom('100644', '100755', '40000'),
  id: fc.constantFrom(rev('not there'), rev('nor there')),
});
const entries = fc.dictionary(name, target, { maxKeys: 12 });

describe('trees', () => {
  it('are sorted as git sorts them, whatever the names', () => {
    const dir = makeRepository();
    hashObject(dir, 'blob', Buffer.from('1'));
    fc.assert(
      fc.property(entries, (all) => {
        const list = Object.entries(all).map(([entry, { mode, id }]) => ({ name: entry, mode, id }));
        const lines = list.map(
          (entry) =>
            `${entry.mode.padStart(6, '0')} ${entry.mode === '40000' ? 'tree' : 'blob'} ${entry.id}\t${entry.name}\0`,
        );
        const id = runProgram('git', ['mktree', '-z', '--missing'], { cwd: dir, input: lines.join('') })
          .toString()
          .trim();
        const tree = serialiseTree(list);
        expect(objectId('tree', tree)).toBe(id);
        expect(new Map(parseTree(tree).map((entry) => [entry.name, entry]))).toEqual(
          new Map(list.map((entry) => [entry.name, entry])),
        );
      }),
      { numRuns: runs(25) },
    );
  });

  it('are the same whether patched or built from scratch', () => {
    fc.assert(
      fc.property(entries, fc.dictionary(name, fc.option(target), { maxKeys: 12 }), (before, changes) => {
        const after = { ...before };
        for (const [entry, value] of Object.entries(changes)) {
          if (value) after[entry] = value;
          else delete after[entry];
        }
        const build = (all: typeof before) =>
          serialiseTree(Object.entries(all).map(([entry, value]) => ({ name: entry, ...value })));
        const patched = patchTree(build(before), new Map(Object.entries(changes)));
        expect(patched).toEqual(build(after));
        for (const [entry, value] of Object.entries(after)) expect(findInTree(patched, entry)).toEqual(value);
        expect(findInTree(patched, 'nobody')).toBeUndefined();
      }),
    );
  });

  it('are read once if many of their entries change', () => {
    const names = Array.from({ length: 1000 }, (_, index) => `${1000 + index}`);
    const build = (id: string) => serialiseTree(names.map((entry) => ({ name: entry, mode: '100644', id })));
    const tree = build(rev('1'));
    const compare = vi.spyOn(Buffer.prototype, 'compare');
    onTestFinished(() => compare.mockRestore());
    const patched = patchTree(tree, new Map(names.map((entry) => [entry, { mode: '100644', id: rev('2') }])));
    expect(compare.mock.calls.length).toBeLessThan(2 * names.length);
    expect(patched.equals(build(rev('2')))).toBe(true);
  });

  it('keep names that are not UTF-8 byte for byte', () => {
    const latin = Buffer.concat([Buffer.from('100644 '), Buffer.of(0xfc, 0xff), Buffer.alloc(1), Buffer.alloc(20, 7)]);
    const patched = patchTree(latin, new Map([['a', { mode: '100644', id: rev('1') }]]));
    expect(patched.subarray(patched.length - latin.length)).toEqual(latin);
  });

  it('are refused when they are cut short', () => {
    const tree = serialiseTree([{ name: 'a', mode: '100644', id: rev('1') }]);
    expect(() => parseTree(tree.subarray(0, 20))).toThrow(/damaged tree/);
    expect(() => findInTree(tree.subarray(0, 4), 'b')).toThrow(/damaged tree/);
  });
});

describe('commits', () => {
  const commit = {
    tree: EMPTY_TREE,
    parents: [rev('1'), rev('2')],
    message: 'Subject ü\n\nBody\n',
    author: { ...ADA, at: new Date('2026-01-05T09:00:00Z') },
    committer: { name: 'Quire', email: 'q@x', at: new Date('2026-01-05T09:00:01Z') },
  };

  it('come back as they were', () => {
    expect(parseCommit(serialiseCommit(commit))).toEqual(commit);
  });

  it('are read in the encoding they name, with signatures skipped', () => {
    const text = serialiseCommit(commit)
      .toString()
      .replace('\n\n', '\nencoding ISO-8859-1\ngpgsig -----BEGIN\n tree of lies\n -----END\n\n');
    expect(parseCommit(Buffer.from(text, 'latin1'))).toEqual(commit);
    expect(parseCommit(Buffer.from(text.replace('ISO-8859-1', 'KLINGON'))).message).toBe(commit.message);
  });

  it('SEC-5 pass git fsck --strict with any author and message', () => {
    const dir = makeRepository({ a: 'a\n' });
    const tree = git(dir, 'rev-parse', 'HEAD^{tree}');
    const text = fc.oneof(
      fc.string({ unit: character, maxLength: 12 }),
      fc.constantFrom('', ' ', '<', '>', '<a> b', '\n', '\0', '.,:;', 'a\r\nb', '\ud800'),
    );
    fc.assert(
      fc.property(
        fc.record({ name: text, email: text }),
        text,
        fc.date({ noInvalidDate: true, max: new Date('2099-01-01') }),
        (author, message, at) => {
          const content = serialiseCommit({
            tree,
            parents: [],
            author: { ...author, at },
            committer: { ...ADA, at },
            message,
          });
          expect(hashObject(dir, 'commit', content)).toBe(objectId('commit', content));
        },
      ),
      { numRuns: runs(40) },
    );
    expect(git(dir, 'fsck', '--strict', '--no-dangling')).toBe('');
  });

  it('keep ordinary names as they are', () => {
    const person = { name: 'Çelik O’Neil-Źródło III', email: 'a+b@example.org' };
    expect(cleanPerson(person)).toEqual(person);
  });
});

describe('the index', () => {
  const files = {
    a: 'a\n',
    'b/c': 'c\n',
    'b/d': 'd\n',
    b0: '0\n',
    [`long/${'x'.repeat(5000)}`.slice(0, 200)]: 'l\n',
    ü: 'u\n',
  };

  it.each([2, 4])('is read in version %i and written so that git sees no difference', (version) => {
    const dir = makeRepository(files);
    git(dir, 'update-index', '--index-version', String(version));
    const path = join(dir, '.git/index');
    const index = readIndex(readFileSync(path));
    expect(findInIndex(index, 'b/c')).toEqual([{ id: rev('c\n'), mode: '100644', stage: 0, isIntent: false }]);
    expect(findInIndex(index, 'b')).toEqual([]);
    expect(pathsBelow(index, 'b')).toEqual(['b/c', 'b/d']);
    const before = git(dir, 'ls-files', '--stage', '--debug');
    writeFileSync(path, serialiseIndex(index));
    expect(git(dir, 'ls-files', '--stage', '--debug')).toBe(before);
  });

  it('is read when its checksum is skipped', () => {
    const dir = makeRepository(files);
    const bytes = readFileSync(join(dir, '.git/index'));
    bytes.fill(0, bytes.length - 20);
    expect(readIndex(bytes).starts).toHaveLength(7);
  });

  it('keeps the flags of version 3', () => {
    const dir = makeRepository(files);
    writeFiles(dir, { intended: 'x' });
    git(dir, 'add', '-N', 'intended');
    git(dir, 'update-index', '--skip-worktree', 'a');
    const index = readIndex(readFileSync(join(dir, '.git/index')));
    expect(index.version).toBe(3);
    expect(findInIndex(index, 'intended')).toMatchObject([{ isIntent: true }]);
    writeFileSync(join(dir, '.git/index'), serialiseIndex(index));
    expect(git(dir, 'ls-files', '-v', 'a')).toBe('S a');
  });

  it('gets racy entries smudged, and only those', () => {
    const dir = makeRepository(files);
    const index = readIndex(readFileSync(join(dir, '.git/index')));
    const sizes = (at: number) => {
      const stat = statSync(join(dir, 'a'), { bigint: true });
      const changes = [{ path: 'a', entry: { id: rev('a\n'), mode: '100644', stat } }];
      const draft = draftIndex(index, { changes, racyFromSeconds: at });
      completeIndex(draft, changes);
      const patched = readIndex(draft.file);
      return [...patched.starts.subarray(0, -1)].map((start) => patched.bytes.readUInt32BE(start + 36));
    };
    const mtime = Math.floor(statSync(join(dir, 'a')).mtimeMs / 1000);
    expect(sizes(mtime + 100)).toEqual([2, 2, 2, 2, 2, 2]);
    expect(sizes(mtime - 100)).toEqual([2, 0, 0, 0, 0, 0]);
  });

  it('is searched for racy entries only where there can be any, as long as time goes forward', () => {
    const dir = makeRepository(files);
    const index = readIndex(readFileSync(join(dir, '.git/index')));
    const mtime = Math.floor(statSync(join(dir, 'a')).mtimeMs / 1000);
    const change = (path: string) => {
      const stat = statSync(join(dir, path), { bigint: true });
      return [{ path, entry: { id: rev('x\n'), mode: '100644', stat } }];
    };
    const draftAfter = (first: number, second: number, path = 'a', next: readonly IndexChange[] = change(path)) => {
      const before = draftIndex(index, { changes: change('b/c'), racyFromSeconds: first });
      completeIndex(before, change('b/c'));
      const known = draftIndex(before.index, { changes: next, racyFromSeconds: second, young: before.young });
      const anew = draftIndex(before.index, { changes: next, racyFromSeconds: second });
      expect(known.file.equals(anew.file)).toBe(true);
      return known.differing?.length;
    };
    // The file that is changed now, and the one changed before it, which is racy now.
    expect(draftAfter(mtime, mtime)).toBe(2);
    expect(draftAfter(mtime + 100, mtime + 100)).toBe(1);
    // The clock was set back.
    expect(draftAfter(mtime + 100, mtime)).toBe(6);
    expect(draftAfter(mtime, mtime, 'a', [{ path: 'a', entry: null }])).toBeUndefined();
  });

  it('counts as damaged until it is complete', () => {
    const index = readIndex(readFileSync(join(makeRepository(files), '.git/index')));
    const draft = draftIndex(index, { changes: [], racyFromSeconds: 0 });
    expect(() => readIndex(draft.file)).toThrow(DamagedIndex);
    completeIndex(draft, []);
    expect(readIndex(draft.file).starts).toEqual(index.starts);
  });

  it('has the old and the changed entries, however many paths change and wherever they are', () => {
    const name = fc.integer({ min: 0, max: 60 }).map((at) => `${'abc'[at % 3]}/${at}`);
    const ids = fc.dictionary(name, fc.constantFrom('1', '2', '3'));
    const idOf = (sign: string): string => sign.repeat(40);
    fc.assert(
      fc.property(ids, fc.dictionary(name, fc.constantFrom('', '4', '5')), (before, after) => {
        const entries = Object.entries(before).map(([path, sign]) => {
          return { name: Buffer.from(path), id: idOf(sign), mode: '100644' };
        });
        const stat = statSync('.', { bigint: true });
        const changes = Object.entries(after).map(([path, sign]) => {
          return { path, entry: sign === '' ? null : { id: idOf(sign), mode: '100644', stat } };
        });
        const draft = draftIndex(buildIndex(entries), { changes, racyFromSeconds: Number.POSITIVE_INFINITY });
        completeIndex(draft, changes);
        const made = readIndex(draft.file);
        const found = filesBelow(made, '').map(({ path, id }, at) => {
          return [path, id, made.bytes.readUInt32BE(made.starts[at]! + 20)];
        });
        const inodeOf = (path: string): number => (after[path] ? Number(BigInt.asUintN(32, stat.ino)) : 0);
        const expected = Object.entries({ ...before, ...after }).filter(([, sign]) => sign !== '');
        expect(found).toEqual(
          expected.sort(([a], [b]) => (a < b ? -1 : 1)).map(([path, sign]) => [path, idOf(sign), inodeOf(path)]),
        );
      }),
    );
  });

  it('is made in an old buffer, whatever that contains', () => {
    const index = readIndex(readFileSync(join(makeRepository(files), '.git/index')));
    const edited = {
      changes: [{ path: 'a', entry: { id: rev('b\n'), mode: '100644', stat: null } }],
      racyFromSeconds: 0,
    };
    for (const change of [edited, { ...edited, changes: [{ path: 'a', entry: null }] }]) {
      const expected = Buffer.from(draftIndex(index, change).file);
      const into = Buffer.alloc(expected.length, 0xff);
      const draft = draftIndex(index, { ...change, into });
      expect(draft.file).toBe(into);
      expect(draft.file.subarray(0, -20)).toEqual(expected.subarray(0, -20));
      expect(draftIndex(index, { ...change, into: Buffer.alloc(1) }).file).toHaveLength(expected.length);
    }
  });

  it('refuses an unknown required extension and drops an unknown optional one', () => {
    const dir = makeRepository(files);
    const bytes = readFileSync(join(dir, '.git/index'));
    const withExtension = (extension: string) =>
      Buffer.concat([bytes.subarray(0, -20), Buffer.from(extension), Buffer.alloc(4), Buffer.alloc(20)]);
    expect(() => readIndex(withExtension('zzzz'))).toThrow(/"zzzz"/);
    expect(readIndex(withExtension('ZZZZ')).starts).toHaveLength(7);
  });

  it('is never read beyond the end of a damaged file', () => {
    const dir = makeRepository(files);
    for (const version of ['2', '4']) {
      git(dir, 'update-index', '--index-version', version);
      const bytes = readFileSync(join(dir, '.git/index'));
      fc.assert(
        fc.property(fc.nat(bytes.length - 21), fc.nat(255), fc.nat(bytes.length), (at, value, length) => {
          const damaged = Buffer.from(bytes.subarray(0, length));
          if (at < damaged.length) damaged[at] = value;
          damaged.fill(0, Math.max(0, damaged.length - 20));
          let answer: unknown;
          try {
            answer = readIndex(damaged).starts.length;
          } catch (error) {
            answer = error instanceof DamagedIndex ? 'damaged' : (error as { code?: string }).code;
          }
          expect(typeof answer === 'number' || answer === 'damaged' || answer === 'SERVICE_UNAVAILABLE').toBe(true);
        }),
      );
    }
  });
});

describe('the reflog', () => {
  it('has lines as git writes them', () => {
    const entry = { before: null, after: rev('1'), committer: ADA, at: AT, message: 'Subject\n\nBody' };
    expect(reflogLine(entry)).toBe(
      `${'0'.repeat(40)} ${rev('1')} Ada Lovelace <ada@example.org> 1767603600 +0000\tcommit (initial): Subject\n`,
    );
    expect(reflogLine({ ...entry, before: rev('0') })).toMatch(/\tcommit: Subject\n$/);
  });

  it.each([
    [undefined, 'refs/heads/x', false, true],
    [undefined, 'refs/tags/x', false, false],
    ['always', 'refs/tags/x', false, true],
    ['false', 'HEAD', false, false],
    ['false', 'HEAD', true, true],
  ])('with core.logAllRefUpdates %s for %s (exists: %s) is kept: %s', (setting, ref, exists, kept) => {
    expect(logsRefUpdates(setting, ref, exists)).toBe(kept);
  });
});

describe('the config', () => {
  it('is read as git reads it', () => {
    const dir = makeRepository();
    const text = `[core]\n\tbare = false ; why\n\tAutoCRLF=true\n  [Remote "A.\\"b"] url = "x # y" # z\n\tPromisor\n[a]\n k = one \\\n two\n e =\n q = "a\\tb\\\\" c\n`;
    writeFileSync(join(dir, 'config'), text);
    const asGit = git(dir, 'config', '--file', 'config', '--null', '--list').split('\0').filter(Boolean);
    const expected = asGit.map((line) =>
      line.includes('\n') ? [line.slice(0, line.indexOf('\n')), line.slice(line.indexOf('\n') + 1)] : [line, 'true'],
    );
    expect([...parseConfig(text)].sort()).toEqual(expected.sort());
  });
});
