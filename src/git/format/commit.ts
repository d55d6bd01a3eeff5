import { trimEnds } from '../../lib/text/trimEnds.ts';
import { clampTime } from '../../lib/turn/clampTime.ts';
import { isObjectId } from './object.ts';

/** The committer of every commit. */
export const QUIRE: Person = Object.freeze({ name: 'Quire', email: 'quire@quire.invalid' });

/** An author or committer. */
export interface Person {
  readonly name: string;
  readonly email: string;
}

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

// biome-ignore lint/suspicious/noControlCharactersInRegex: it removes control characters
const FORBIDDEN = /[\u0000-\u001f\u007f<>]+/g;
/** The characters that git strips from both ends of a name (git-commit-tree, "Commit information"). */
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

/** A message is cut after this many bytes: nobody writes a longer one by hand. */
const MAX_MESSAGE_BYTES = 64 * 1024;
/** Ours may be longer: they name each record that they touch, and their seal covers all of it (`seals.ts`). */
const isSealed = (end: string): boolean => end.slice(-64).includes('\nQuire-Seal: ');

/** The part of a message that is read. */
export const cutMessage = (message: Buffer): Buffer =>
  isSealed(message.toString('latin1', Math.max(0, message.length - 64)))
    ? message
    : message.subarray(0, MAX_MESSAGE_BYTES);
/** Names and addresses are cut too, because they appear in every list. */
export const MAX_NAME_BYTES = 1024;
const MAX_LINE_BYTES = 4 * MAX_NAME_BYTES;

/**
 * Reads a commit, or the first bytes of a large one, in the encoding it names. A message ends at a NUL, as in git.
 * Throws when it has no tree.
 */
export function parseCommit(content: Buffer): Commit {
  const { lines, messageAt } = parseCommitHead(content);
  const encoding = lines.find(([key]) => key === 'encoding')?.[1].toString('latin1');
  const values = (key: string): Buffer[] => lines.filter(([name]) => name === key).map(([, value]) => value);
  const tree = values('tree')[0]?.toString('latin1') ?? '';
  if (!isObjectId(tree)) throw new Error('damaged commit object: no tree');
  const person = (key: string): Signature => parseSignature(decodeCommitText(values(key)[0] ?? EMPTY, encoding));
  const message = cutMessage(content.subarray(messageAt));
  const end = message.indexOf(0);
  return {
    tree,
    parents: values('parent')
      .map((line) => line.toString('latin1'))
      .filter(isObjectId),
    author: person('author'),
    committer: person('committer'),
    message: decodeCommitText(end < 0 ? message : message.subarray(0, end), encoding),
  };
}

const EMPTY = Buffer.alloc(0);
const READ: ReadonlySet<string> = new Set(['tree', 'parent', 'author', 'committer', 'encoding']);

/** The lines of a commit's head that are read, and where its message begins. Skips signatures and merged tags, which may be of any size. */
function parseCommitHead(content: Buffer): {
  readonly lines: readonly (readonly [key: string, value: Buffer])[];
  readonly messageAt: number;
} {
  const lines: (readonly [string, Buffer])[] = [];
  let at = 0;
  while (at < content.length) {
    const newline = content.indexOf('\n', at);
    if (newline === at) return { lines, messageAt: at + 1 };
    const end = newline < 0 ? content.length : newline;
    const line = content.subarray(at, Math.min(end, at + MAX_LINE_BYTES));
    const key = line.toString('latin1', 0, Math.max(line.subarray(0, 10).indexOf(' '), 0));
    if (READ.has(key)) lines.push([key, line.subarray(key.length + 1)]);
    at = end + 1;
  }
  return { lines, messageAt: content.length };
}

/** `Name <email> seconds`: takes the first brackets followed by a time. */
function parseSignature(line: string): Signature {
  for (const { index, 1: seconds } of line.matchAll(SECONDS)) {
    const after = line.lastIndexOf('>', index - 1) + 1;
    const begin = line.slice(after, index).indexOf('<');
    if (begin < 0) continue;
    const name = line.slice(0, after + begin).replace(/ $/, '');
    const email = line.slice(after + begin + 1, index);
    return {
      name: name.slice(0, MAX_NAME_BYTES),
      email: email.slice(0, MAX_NAME_BYTES),
      at: new Date(clampTime(Number(seconds) * 1000)),
    };
  }
  return { name: '', email: '', at: new Date(0) };
}

function decodeCommitText(bytes: Buffer, encoding: string | undefined): string {
  if (encoding === undefined) return bytes.toString();
  try {
    return new TextDecoder(encoding).decode(bytes);
  } catch {
    // An encoding that this runtime does not know: at least ASCII comes out right.
    return bytes.toString();
  }
}
