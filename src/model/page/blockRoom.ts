import type { Page, Placement } from '../entities/page.ts';
import type { Lookup } from '../entry.ts';
import { type BlockPlace, blockPlacesOf } from './blockPlace.ts';

/**
 * How large the reusable blocks that a page places may be together, as bytes of JSON: as large as its own file
 * (SECURITY 7). However often a page places a block, what is shown of it is then at most twice what a file may hold.
 */
const MAX_SHARED_BYTES = 4 * 1024 * 1024;

const known = new WeakMap<object, number>();

/** How large a block's fields are, as bytes of JSON; counted once. */
export function bytesOf(fields: object): number {
  const found = known.get(fields);
  if (found !== undefined) return found;
  const bytes = Buffer.byteLength(JSON.stringify(fields));
  known.set(fields, bytes);
  return bytes;
}

function sharedBytes({ block }: Placement, lookup: Lookup): number {
  const shared = block === undefined ? undefined : lookup.byKey('block', block);
  return shared ? bytesOf(shared.data.fields) : 0;
}

/** Asked of each placement of one page in turn: whether there is room for the block; always for one of the page's own. */
export function createRoom(lookup: Lookup): (placement: Placement) => boolean {
  let left = MAX_SHARED_BYTES;
  return (placement) => {
    const bytes = sharedBytes(placement, lookup);
    left -= bytes;
    return bytes === 0 || left >= 0;
  };
}

/** The first reusable block that a page has no room for: it and the ones after it are not shown. */
export function findBeyondRoom(page: Page, lookup: Lookup): BlockPlace | undefined {
  const hasRoom = createRoom(lookup);
  return blockPlacesOf(page).find(({ placement }) => !hasRoom(placement));
}

const totalOf = (page: Page, lookup: Lookup): number =>
  blockPlacesOf(page).reduce((sum, { placement }) => sum + sharedBytes(placement, lookup), 0);

/** Whether a page places more of reusable blocks than it did before. */
export const placesMore = (page: Page, before: Page, lookup: Lookup): boolean =>
  totalOf(page, lookup) > totalOf(before, lookup);

/** What is wrong with a block that there is no room for. */
export const NO_ROOM = `is too much: the reusable blocks of a page may have ${MAX_SHARED_BYTES} bytes together`;
