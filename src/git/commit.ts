import { clampTime } from '../lib/clampTime.ts';
import { trimEnds } from '../lib/trimEnds.ts';
import type { Person } from './repo.ts';

/** Who, and when: whole seconds, as git keeps them. */
export interface Signature extends Person {
  readonly at: Date;
}

/** A commit's content (git-commit-tree, gitformat-pack "commit"). */
export interface Commit {
  readonly tree: string;
  readonly parents: readonly string[];
  readonly author: Signature;
  readonly committer: Signature;
  readonly message: string;
}

const SECONDS = /> (-?\d+)/g;

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is removed
const FORBIDDEN = /[\u0000-\u001f\u007f<>]+/g;
/** What git strips from both ends of a name (git-commit-tree, "Commit information"). */
const CRUD = /[\s.,:;"'\\]/;

const clean = (text: string, otherwise: string): string =>
  trimEnds(text.replace(FORBIDDEN, ' ').replace(/ +/g, ' '), CRUD) || otherwise;

/** The person as `git fsck --strict` accepts it: never empty, no angle brackets, no control characters. */
export function cleanPerson({ name, email }: Person): Person {
  return { name: clean(name, 'Unknown'), email: clean(email, 'unknown@quire.invalid').replaceAll(' ', '') };
}

/** `Name <email> seconds +0000`, the form of author and committer lines and of the reflog. */
export function signatureLine(person: Person, at: Date): string {
  const { name, email } = cleanPerson(person);
  return `${name} <${email}> ${Math.max(0, Math.floor(at.getTime() / 1000))} +0000`;
}

/** A commit message as git stores it: no NUL, exactly one newline at its end. */
export const cleanMessage = (message: string): string => `${message.replaceAll('\0', '').trimEnd()}\n`;

export function serialiseCommit({ tree, parents, author, committer, message }: Commit): Buffer {
  const lines = [
    `tree ${tree}`,
    ...parents.map((parent) => `parent ${parent}`),
    `author ${signatureLine(author, author.at)}`,
    `committer ${signatureLine(committer, committer.at)}`,
  ];
  return Buffer.from(`${lines.join('\n')}\n\n${cleanMessage(message)}`);
}

/** Reads a commit, in the encoding it names. Throws when it has no tree. */
export function parseCommit(content: Buffer): Commit {
  const blank = content.indexOf('\n\n');
  const head = blank < 0 ? content : content.subarray(0, blank);
  const encoding = /^encoding (.+)$/m.exec(head.toString('latin1'))?.[1];
  const lines = decode(head, encoding).split('\n');
  const values = (key: string): string[] =>
    lines.filter((line) => line.startsWith(`${key} `)).map((line) => line.slice(key.length + 1));
  const tree = values('tree')[0];
  if (tree === undefined) throw new Error('damaged commit object: no tree');
  return {
    tree,
    parents: values('parent'),
    author: parseSignature(values('author')[0] ?? ''),
    committer: parseSignature(values('committer')[0] ?? ''),
    message: blank < 0 ? '' : decode(content.subarray(blank + 2), encoding),
  };
}

/** `Name <email> seconds`: the first brackets that a time follows. */
function parseSignature(line: string): Signature {
  for (const { index, 1: seconds } of line.matchAll(SECONDS)) {
    const after = line.lastIndexOf('>', index - 1) + 1;
    const begin = line.slice(after, index).indexOf('<');
    if (begin < 0) continue;
    const name = line.slice(0, after + begin).replace(/ $/, '');
    const email = line.slice(after + begin + 1, index);
    return { name, email, at: new Date(clampTime(Number(seconds) * 1000)) };
  }
  return { name: '', email: '', at: new Date(0) };
}

function decode(bytes: Buffer, encoding: string | undefined): string {
  if (encoding === undefined) return bytes.toString();
  try {
    return new TextDecoder(encoding).decode(bytes);
  } catch {
    // An encoding this runtime does not know: ASCII still reads right.
    return bytes.toString();
  }
}
