import { isObjectId } from '../../format/object.ts';
import type { ReadableRepository } from '../readable.ts';
import { readRef } from './refs.ts';

/** Longer names do not fit into a file name. */
const MAX_NAME = 250;
/** What git-check-ref-format refuses, and what could be taken for an option or an expression (gitrevisions). */
const REFUSED = /^[-/@.]|\.\.|@\{|\/\.|\/\/|[\0-\x20\x7f~^:?*[\\]|[/.]$|\.lock(?:\/|$)/;

/** Whether a text can be the name of a branch, tag or commit: nothing else is looked up. */
export const isRefName = (name: string): boolean => name !== '' && name.length <= MAX_NAME && !REFUSED.test(name);

/** Where a name is looked for: a branch comes before a tag, what is here before what the git host has. */
const PLACES: readonly string[] = ['refs/heads/', 'refs/tags/', 'refs/remotes/'];
/** Refs that may be named in full: Quire's own are none of them. */
const FULL = /^refs\/(?:heads|tags|remotes)\//;

/** The refs that a name may stand for, in the order in which they are looked for. */
const placesOf = (name: string): readonly string[] => [
  ...(FULL.test(name) ? [name] : []),
  ...PLACES.map((place) => `${place}${name}`),
];

type Objects = Pick<ReadableRepository['objects'], 'find' | 'typeOf'>;

interface Source extends Pick<ReadableRepository, 'location'> {
  readonly objects: Objects;
}

/**
 * The commit that a branch, a tag or a whole id stands for at present; undefined where there is none such.
 *
 * @param more refs that the name may stand for, too
 */
export async function findRefCommit(
  { location, objects }: Source,
  name: string,
  more: readonly string[] = [],
): Promise<string | undefined> {
  if (!isRefName(name)) return undefined;
  if (isObjectId(name)) return peel(objects, name);
  for (const ref of [...placesOf(name), ...more]) {
    const id = readRef(location.commonDir, ref);
    if (id !== null) return peel(objects, id);
  }
  return undefined;
}

/** A tag may name a tag; nobody needs more of them in a row. */
const MAX_TAGS = 5;
const TAGGED = /^object ([0-9a-f]{40})\n/;
/** The first line is all that is wanted, and a message is no novel. */
const MAX_TAG_BYTES = 1024 * 1024;

/** The commit that an object is, or that a tag leads to (git-mktag). */
async function peel(objects: Objects, id: string): Promise<string | undefined> {
  let found = id;
  for (let tags = 0; tags <= MAX_TAGS; tags += 1) {
    const type = await objects.typeOf(found);
    if (type === 'commit') return found;
    const tag = type === 'tag' ? await objects.find(found, MAX_TAG_BYTES) : undefined;
    const next = tag && TAGGED.exec(tag.content.toString('latin1', 0, 64))?.[1];
    if (next === undefined) return undefined;
    found = next;
  }
  return undefined;
}
