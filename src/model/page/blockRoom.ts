import type { Page, Placement } from '../entities/page.ts';
import type { Lookup } from '../entry.ts';
import { type BlockPlace, blockPlacesOf } from './blockPlace.ts';

/**
 * The most bytes of JSON that the reusable blocks on a page may have in total: as much as a file may (SECURITY 7). However
 * often a page places a block, its answer then holds at most twice as much as a file.
 */
const MAX_SHARED_BYTES = 4 * 1024 * 1024;

const known = new WeakMap<object, number>();

/** The size of a block's fields in bytes of JSON; counted once. */
export function fieldBytes(fields: object): number {
  const found = known.get(fields);
  if (found !== undefined) return found;
  const bytes = Buffer.byteLength(JSON.stringify(fields));
  known.set(fields, bytes);
  return bytes;
}

function sharedBytes({ block }: Placement, lookup: Lookup): number {
  const shared = block === undefined ? undefined : lookup.byKey('block', block);
  return shared ? fieldBytes(shared.data.fields) : 0;
}

/** Makes a test to call with each placement of a page in turn: whether its block still fits. Inline blocks always fit. */
export function createRoom(lookup: Lookup): (placement: Placement) => boolean {
  let left = MAX_SHARED_BYTES;
  return (placement) => {
    const bytes = sharedBytes(placement, lookup);
    left -= bytes;
    return bytes === 0 || left >= 0;
  };
}

/** The first reusable block that no longer fits on a page: it is not shown, nor are those after it. */
export function findBeyondRoom(page: Page, lookup: Lookup): BlockPlace | undefined {
  const hasRoom = createRoom(lookup);
  return blockPlacesOf(page).find(({ placement }) => !hasRoom(placement));
}

const totalOf = (page: Page, lookup: Lookup): number =>
  blockPlacesOf(page).reduce((sum, { placement }) => sum + sharedBytes(placement, lookup), 0);

/** Whether the reusable blocks on a page have become larger in total. */
export const hasLargerBlocks = (page: Page, before: Page, lookup: Lookup): boolean =>
  totalOf(page, lookup) > totalOf(before, lookup);

/** The message about a block that does not fit. */
export const NO_ROOM = `does not fit: the reusable blocks of a page may have at most ${MAX_SHARED_BYTES} bytes in total`;
