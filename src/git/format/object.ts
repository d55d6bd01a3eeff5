/*
 * The room of formats: each file reads or writes one of git's formats and names its chapter in git's documentation. Its
 * functions are pure: bytes in, values out, and no file is opened here. They throw on bytes that break a format, and git
 * reads what they write as the same values.
 */

import { createHash } from 'node:crypto';

export type ObjectType = 'blob' | 'tree' | 'commit' | 'tag';

/** An object as git's database keeps it. */
export interface GitObject {
  readonly type: ObjectType;
  readonly content: Buffer;
}

/** An object's type and size. */
export interface ObjectHead {
  readonly type: ObjectType;
  readonly size: number;
}

/** The same with the object's first bytes, or all of them if they are few. */
export interface ObjectStart extends ObjectHead {
  readonly content: Buffer;
}

/** An object together with its name. */
export interface NamedObject extends GitObject {
  readonly id: string;
  /** The id of the version it was made from, against which it may be stored as a delta. */
  readonly base?: string | undefined;
}

/** The id of the tree without entries. */
export const EMPTY_TREE = '4b825dc642cb6eb9a060e54bf8d69288fbee4904';

const ID = /^[0-9a-f]{40}$/;
/** A type and a number. */
const MAX_HEADER_BYTES = 32;
const LOOSE_HEADER = /^(blob|tree|commit|tag) (0|[1-9][0-9]*)$/;
const TYPES: ReadonlySet<string> = new Set(['blob', 'tree', 'commit', 'tag']);

export const isObjectId = (text: string): boolean => ID.test(text);
export const isObjectType = (text: string): text is ObjectType => TYPES.has(text);

const objectHeader = (type: ObjectType, size: number): string => `${type} ${size}\0`;

/** The object's id: sha1 over header and content (git-hash-object). */
export function objectId(type: ObjectType, content: Uint8Array): string {
  return createHash('sha1').update(objectHeader(type, content.length)).update(content).digest('hex');
}

export function namedObject(type: ObjectType, content: Uint8Array): NamedObject {
  const buffer = Buffer.from(content.buffer, content.byteOffset, content.length);
  return { type, content: buffer, id: objectId(type, content) };
}

/** A loose object's type and size, and where its content begins (gitrepository-layout, "objects"). Throws when it is damaged. */
export function parseLooseHead(inflated: Buffer): ObjectHead & { readonly contentAt: number } {
  const end = inflated.indexOf(0);
  const match = LOOSE_HEADER.exec(inflated.toString('latin1', 0, Math.min(Math.max(end, 0), MAX_HEADER_BYTES)));
  const type = match?.[1] ?? '';
  if (!isObjectType(type)) throw new Error('damaged loose object: no header');
  return { type, size: Number(match?.[2]), contentAt: end + 1 };
}
