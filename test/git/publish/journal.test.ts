import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { encodeJournal, type Journal, journalPath, readJournal } from '../../../src/git/publish/recover/journal.ts';
import { makeFolder, removeFolders, rev } from '../sandbox.ts';

afterAll(removeFolders);

const JOURNAL: Journal = { parent: rev('a'), commit: rev('b'), ref: 'refs/heads/main', adopts: false };

function read(bytes: Uint8Array | string): Journal | 'damaged' | null {
  const side = makeFolder();
  writeFileSync(journalPath(side), bytes);
  return readJournal(side);
}
const readWith = (change: object) => read(JSON.stringify({ ...JOURNAL, ...change }));

describe('the journal of a publish', () => {
  it.each<[string, Partial<Journal>]>([
    ['of a branch', {}],
    ['of the first commit, over files that were there', { parent: null, adopts: true }],
    ['of a detached HEAD', { ref: null }],
  ])('comes back as it was written: one %s', (_, change) => {
    expect(read(encodeJournal({ ...JOURNAL, ...change }))).toEqual({ ...JOURNAL, ...change });
  });

  it('is a line of text in a file of its own', () => {
    expect(journalPath('/x')).toBe('/x/journal');
    expect(String(encodeJournal({ ...JOURNAL, parent: null }))).toBe(
      `{"parent":null,"commit":"${rev('b')}","ref":"refs/heads/main","adopts":false}\n`,
    );
  });

  it.each(['', '{', 'null', '[]', '7', '"text"', '{}'])('is damaged if it contains %j', (text) => {
    expect(read(text)).toBe('damaged');
  });

  it.each<[string, object]>([
    ['commit', { commit: null }],
    ['commit', { commit: 'HEAD' }],
    ['commit', { commit: [rev('b')] }],
    ['parent', { parent: undefined }],
    ['parent', { parent: rev('a').slice(1) }],
    ['ref', { ref: 7 }],
    ['ref', { ref: undefined }],
    ['word of whose files they are', { adopts: 'no' }],
    ['word of whose files they are', { adopts: undefined }],
  ])('is damaged without a sound %s: %j', (_, change) => expect(readWith(change)).toBe('damaged'));

  it('is null if there is no file, and throws if the file cannot be read', () => {
    const side = makeFolder();
    expect(readJournal(side)).toBeNull();
    mkdirSync(join(side, 'journal'));
    expect(() => readJournal(side)).toThrow('EISDIR');
  });
});
