import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { type Commit, parseCommit, serialiseCommit } from '../../../src/git/format/commit.ts';
import { objectId } from '../../../src/git/format/object.ts';
import { createSeals, UNSEALED } from '../../../src/git/format/seals.ts';
import type { FileDiff } from '../../../src/git/format/tree.ts';
import { findSeals, openSeals } from '../../../src/site/openSeals.ts';
import { ADA, AT, makeFolder, removeFolders } from '../sandbox.ts';

afterAll(removeFolders);

const KEY = Buffer.alloc(32, 'key');
const seals = createSeals(KEY);
const OPEN: Commit = {
  tree: '1'.repeat(40),
  parents: ['2'.repeat(40)],
  author: { ...ADA, at: AT },
  committer: { name: 'Quire', email: 'quire@quire.invalid', at: AT },
  message: 'Update page "A"\n\nQuire-Action: page.update\nQuire-Actor: user/1\n',
};
const FILES: readonly FileDiff[] = [
  { path: 'b', before: null, after: '5'.repeat(40) },
  { path: 'a', before: '4'.repeat(40), after: null },
];
const SEALED = seals.seal(OPEN, FILES);
const isSealed = (commit: Commit): boolean => seals.isSealed(objectId('commit', serialiseCommit(commit)), commit);

describe('a seal', () => {
  it('is the last trailer of the message, and valid for the commit as it was made and as it is read', () => {
    expect(SEALED.message).toMatch(
      /^Update page "A"\n\nQuire-Action: page.update\nQuire-Actor: user\/1\nQuire-Change: [\w-]{22}\nQuire-Seal: [\w-]{22}\n$/,
    );
    expect(isSealed(SEALED)).toBe(true);
    expect(isSealed(parseCommit(serialiseCommit(SEALED)))).toBe(true);
  });

  it('is in a paragraph of its own below a message without trailers', () => {
    const sealed = seals.seal({ ...OPEN, message: 'Begin\n\nAll of it.' }, FILES);
    expect(sealed.message).toMatch(/^Begin\n\nAll of it\.\n\nQuire-Change: [\w-]{22}\nQuire-Seal: [\w-]{22}\n$/);
    expect(isSealed(sealed)).toBe(true);
  });

  it.for<[string, Partial<Commit>]>([
    ['tree', { tree: '3'.repeat(40) }],
    ['parent', { parents: ['3'.repeat(40)] }],
    ['number of parents', { parents: [...OPEN.parents, '3'.repeat(40)] }],
    ['author', { author: { name: 'Eve', email: ADA.email, at: AT } }],
    ['address', { author: { name: ADA.name, email: 'eve@example.org', at: AT } }],
    ['time', { author: { ...ADA, at: new Date(0) } }],
    ['committer', { committer: { ...OPEN.committer, email: 'eve@example.org' } }],
    ['time of committing', { committer: { ...OPEN.committer, at: new Date(0) } }],
    ['actor', { message: SEALED.message.replace('user/1', 'user/2') }],
    ['note', { message: SEALED.message.replace('\n\n', '\n\nI did it.\n\n') }],
    ['seal', { message: SEALED.message.replace(/.\n$/, '\n') }],
    ['end', { message: `${SEALED.message}Quire-Actor: user/2\n` }],
  ])('SEC-38 is no seal of a commit with another %s', ([, other]) => {
    expect(isSealed({ ...SEALED, ...other })).toBe(false);
  });

  it('SEC-38 is not valid for another object that reads the same', () => {
    const bytes = serialiseCommit(SEALED).toString();
    for (const other of [bytes.replace('+0000', '+0100'), bytes.replace('\n\n', '\nencoding x\n\n'), `${bytes}\n`])
      expect(seals.isSealed(objectId('commit', Buffer.from(other)), parseCommit(Buffer.from(other)))).toBe(false);
  });

  it('SEC-38 cannot be made without the key', () => {
    const id = objectId('commit', serialiseCommit(SEALED));
    expect(createSeals(Buffer.alloc(32, 'other')).isSealed(id, SEALED)).toBe(false);
    expect(UNSEALED.isSealed(id, SEALED)).toBe(false);
    expect(isSealed(UNSEALED.seal(OPEN, FILES))).toBe(false);
  });
});

describe('the seal of a change', () => {
  const anew = { ...SEALED, parents: ['9'.repeat(40)], files: FILES };

  it('is valid wherever the change is recreated, whoever commits it, in any order of files', () => {
    const unchanged = { path: 'c', before: '6'.repeat(40), after: '6'.repeat(40) };
    for (const change of [anew, { ...anew, parents: [] }, { ...anew, files: [...FILES, unchanged].toReversed() }])
      expect(seals.isSealedChange(change)).toBe(true);
  });

  it.for<[string, Partial<typeof anew>]>([
    ['author', { author: { name: 'Eve', email: ADA.email, at: AT } }],
    ['address', { author: { name: ADA.name, email: 'eve@example.org', at: AT } }],
    ['actor', { message: SEALED.message.replace('user/1', 'user/2') }],
    ['note', { message: SEALED.message.replace('\n\n', '\n\nI did it.\n\n') }],
    ['trailer after it', { message: `${SEALED.message}Quire-Actor: user/2\n` }],
    ['path', { files: FILES.map((file) => ({ ...file, path: `${file.path}x` })) }],
    ['version before', { files: FILES.map((file) => ({ ...file, before: '7'.repeat(40) })) }],
    ['version after', { files: FILES.map((file) => ({ ...file, after: '7'.repeat(40) })) }],
    ['file less', { files: FILES.slice(1) }],
    ['file more', { files: [...FILES, { path: 'c', before: null, after: '5'.repeat(40) }] }],
    ['kind of file', { files: FILES.map((file) => ({ ...file, isLink: true })) }],
    ['parent more', { parents: ['8'.repeat(40), '9'.repeat(40)] }],
  ])('SEC-38 is no seal of a change with another %s', ([, other]) => {
    expect(seals.isSealedChange({ ...anew, ...other })).toBe(false);
  });

  it('SEC-38 cannot be made without the key', () => {
    expect(createSeals(Buffer.alloc(32, 'other')).isSealedChange(anew)).toBe(false);
    expect(UNSEALED.isSealedChange(anew)).toBe(false);
  });
});

describe('the key of a private folder', () => {
  it('SEC-38 is made once, readable by its owner alone, and never by a reader', async () => {
    const dir = makeFolder();
    mkdirSync(join(dir, 'state'));
    expect(await findSeals(dir)).toBe(UNSEALED);
    const made = await openSeals(dir);
    expect(statSync(join(dir, 'seal-key')).mode & 0o777).toBe(0o600);
    const sealed = made.seal(OPEN, FILES);
    const id = objectId('commit', serialiseCommit(sealed));
    for (const again of [await openSeals(dir), await findSeals(dir)]) {
      expect([again.isSealed(id, sealed), again.name]).toEqual([true, made.name]);
    }
  });

  it('remembers the last commits from before there were seals', async () => {
    const dir = makeFolder();
    mkdirSync(join(dir, 'state'));
    const [one, two] = ['1'.repeat(40), '2'.repeat(40)];
    writeFileSync(
      join(dir, 'state', 'own-commits.json'),
      JSON.stringify([
        ['refs/heads/main', two],
        [null, one],
      ]),
    );
    expect((await openSeals(dir)).before).toEqual([one, two]);
    writeFileSync(join(dir, 'state', 'own-commits.json'), JSON.stringify([['refs/heads/main', '3'.repeat(40)]]));
    expect((await openSeals(dir)).before).toEqual([one, two]);
    expect(readFileSync(join(dir, 'seal-key'), 'utf8')).toMatch(/^[\w-]{43}\n1{40}\n2{40}\n$/);
  });

  it('stops the start if it is too short', async () => {
    const dir = makeFolder();
    writeFileSync(join(dir, 'seal-key'), 'c2hvcnQ\n');
    await expect(openSeals(dir)).rejects.toThrow('seal-key must have at least 32 bytes, it has 5');
  });
});
