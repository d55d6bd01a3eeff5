import { createHash } from 'node:crypto';
import { inflateSync } from 'node:zlib';

export type ObjectType = 'blob' | 'tree' | 'commit' | 'tag';

/** An object as git's database keeps it. */
export interface GitObject {
  readonly type: ObjectType;
  readonly content: Buffer;
}

/** An object together with its name. */
export interface NamedObject extends GitObject {
  readonly id: string;
  /** The id of the version it was made of, of which it may be stored as a difference. */
  readonly base?: string | undefined;
}

/** The id of the tree without entries. */
export const EMPTY_TREE = '4b825dc642cb6eb9a060e54bf8d69288fbee4904';

const ID = /^[0-9a-f]{40}$/;
const LOOSE_HEADER = /^(blob|tree|commit|tag) (0|[1-9][0-9]*)$/;
const TYPES: ReadonlySet<string> = new Set(['blob', 'tree', 'commit', 'tag']);

export const isObjectId = (text: string): boolean => ID.test(text);
export const isObjectType = (text: string): text is ObjectType => TYPES.has(text);

const header = (type: ObjectType, size: number): string => `${type} ${size}\0`;

/** The object's id: sha1 over header and content (git-hash-object). */
export function objectId(type: ObjectType, content: Uint8Array): string {
  return createHash('sha1').update(header(type, content.length)).update(content).digest('hex');
}

export function namedObject(type: ObjectType, content: Uint8Array): NamedObject {
  const buffer = Buffer.from(content.buffer, content.byteOffset, content.length);
  return { type, content: buffer, id: objectId(type, content) };
}

/** Reads a loose object file (gitrepository-layout, "objects"): header and content, deflated. Throws when it is damaged. */
export function decodeLoose(deflated: Uint8Array): GitObject {
  const raw = inflateSync(deflated);
  const end = raw.indexOf(0);
  const match = LOOSE_HEADER.exec(raw.toString('latin1', 0, Math.max(end, 0)));
  const type = match?.[1] ?? '';
  if (!isObjectType(type)) throw new Error('damaged loose object: no header');
  const content = raw.subarray(end + 1);
  if (content.length !== Number(match?.[2])) throw new Error('damaged loose object: wrong size');
  return { type, content };
}
