import { describe, expect, it } from 'vitest';
import {
  type Commit,
  cleanMessage,
  cleanPerson,
  parseCommit,
  serialiseCommit,
  signatureLine,
} from '../../../src/git/format/commit.ts';
import { rev } from '../sandbox.ts';

const AT = new Date('2026-01-05T09:00:01.999Z');
const PERSON = { name: 'Ada', email: 'ada@example.org' };

describe('the name of a person in a commit', () => {
  it.each([
    ['Ada Lovelace', 'Ada Lovelace'],
    ['Ada   Lovelace', 'Ada Lovelace'],
    ['Ada\n<Lovelace>\u0000', 'Ada Lovelace'],
    ['  ., "Ada B."; ', 'Ada B'],
    ['A', 'A'],
    ['', 'Unknown'],
    ['<.>', 'Unknown'],
  ])('%j is written as %j', (name, expected) => expect(cleanPerson({ ...PERSON, name }).name).toBe(expected));

  it.each([
    ['ada@example.org', 'ada@example.org'],
    ['ada <lovelace@example.org>', 'adalovelace@example.org'],
    [' \n ', 'unknown@quire.invalid'],
  ])('stands beside the e-mail address %j as %j', (email, expected) => {
    expect(cleanPerson({ ...PERSON, email }).email).toBe(expected);
  });

  it('is followed by whole seconds, never before 1970', () => {
    expect(signatureLine(PERSON, AT)).toBe('Ada <ada@example.org> 1767603601 +0000');
    expect(signatureLine(PERSON, new Date(-5_000))).toBe('Ada <ada@example.org> 0 +0000');
  });
});

describe('a commit object', () => {
  const commit: Commit = {
    tree: rev('t'),
    parents: [rev('p'), rev('q')],
    author: { ...PERSON, at: AT },
    committer: { name: 'Quire', email: 'q@x', at: new Date(0) },
    message: 'Subject\n\nencoding ISO-8859-1\nü\n',
  };

  it('is written as git writes it', () => {
    expect(String(serialiseCommit(commit))).toBe(
      `tree ${rev('t')}\nparent ${rev('p')}\nparent ${rev('q')}\nauthor Ada <ada@example.org> 1767603601 +0000\n` +
        'committer Quire <q@x> 0 +0000\n\nSubject\n\nencoding ISO-8859-1\nü\n',
    );
  });

  it('ends with one line break, and contains no NUL', () => {
    expect(['a', 'a\n', 'a\n\n \n', 'a\0b\0\n'].map(cleanMessage)).toEqual(['a\n', 'a\n', 'a\n', 'ab\n']);
  });

  it('is read in the encoding that its head names, not one that its message or another line names', () => {
    expect(parseCommit(serialiseCommit(commit)).message).toBe(commit.message);
    const inHead = (line: string) =>
      parseCommit(Buffer.from(String(serialiseCommit(commit)).replace('\n\n', `\n${line}\n\n`))).message;
    expect(inHead('note encoding ISO-8859-1')).toBe(commit.message);
    expect(inHead('encoding UTF-8')).toBe(commit.message);
    expect(inHead('encoding ISO-8859-1')).toBe(commit.message.replace('ü', 'Ã¼'));
  });

  it('may have no message, and people that cannot be read', () => {
    const nobody = { name: '', email: '', at: new Date(0) };
    expect(parseCommit(Buffer.from(`tree ${rev('t')}\n`))).toEqual({
      tree: rev('t'),
      parents: [],
      author: nobody,
      committer: nobody,
      message: '',
    });
    const early = `tree ${rev('t')}\nauthor  <> -60 +0000\ncommitter Quire<q@x> 60 -0100\n\n`;
    expect(parseCommit(Buffer.from(early))).toMatchObject({
      author: { name: '', email: '', at: new Date(-60_000) },
      committer: { name: 'Quire', email: 'q@x', at: new Date(60_000) },
      message: '',
    });
  });
});
