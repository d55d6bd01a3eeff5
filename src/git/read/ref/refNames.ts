import { isObjectId } from '../../format/object.ts';
import type { ReadableRepository } from '../readable.ts';
import { isSymbolicRef, readRef } from './refs.ts';

/** Longer names do not fit into a file name. */
const MAX_NAME = 250;
/** Names that git-check-ref-format refuses, or that could be taken for an option or an expression (gitrevisions). */
const REFUSED = /^[-/@.]|\.\.|@\{|\/\.|\/\/|[\0-\x20\x7f~^:?*[\\]|[/.]$|\.lock(?:\/|$)/;

/** Whether a text can be the name of a branch, tag or commit; nothing else is looked up. */
export const isRefName = (name: string): boolean => name !== '' && name.length <= MAX_NAME && !REFUSED.test(name);

/** Where a name is looked for: branches before tags, local refs before those of the git host. */
const PLACES: readonly string[] = ['refs/heads/', 'refs/tags/', 'refs/remotes/'];
/** Refs that may be named in full, which excludes Quire's own. */
const FULL = /^refs\/(?:heads|tags|remotes)\//;

/** The refs that a name may stand for, in the order in which they are tried. */
const listCandidateRefs = (name: string): readonly string[] => [
  ...(FULL.test(name) ? [name] : []),
  ...PLACES.map((place) => `${place}${name}`),
];

type RefObjects = Pick<ReadableRepository['objects'], 'find' | 'typeOf'>;

interface RefSource extends Pick<ReadableRepository, 'location'> {
  readonly objects: RefObjects;
}

/**
 * The commit that a branch, a tag or a full id stands for now; undefined if there is none.
 *
 * @param more other refs that the name may stand for
 */
export async function findRefCommit(
  { location, objects }: RefSource,
  name: string,
  more: readonly string[] = [],
): Promise<string | undefined> {
  if (!isRefName(name)) return undefined;
  if (isObjectId(name)) return peel(objects, name);
  for (const ref of [...listCandidateRefs(name), ...more]) {
    if (isSymbolicRef(location.commonDir, ref)) continue;
    const id = readRef(location.commonDir, ref);
    if (id !== null) return peel(objects, id);
  }
  return undefined;
}

/** A tag may point to a tag; nobody needs a longer chain. */
const MAX_TAGS = 5;
const TAGGED = /^object ([0-9a-f]{40})\n/;
/** Only the first line is needed, and nobody writes a longer message. */
const MAX_TAG_BYTES = 1024 * 1024;

/** The commit that an object is, or that a tag leads to (git-mktag). */
async function peel(objects: RefObjects, id: string): Promise<string | undefined> {
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
