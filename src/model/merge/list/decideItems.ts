import { sameJson } from '../../../lib/json/sameJson.ts';
import { type Forest, type Forests, listBelow, ownerOf } from './forest.ts';
import { type ItemIdentity, type ItemToken, ownValues } from './identity.ts';

/** Which items stay, and where. */
export interface ItemDecision {
  /** The list of each item that stays. */
  readonly places: ReadonlyMap<ItemToken, string>;
  /** Items that one side removed and the other changed: they stay, with everything below them. */
  readonly contested: ReadonlySet<ItemToken>;
}

/**
 * Decides which items stay, and in which list. A move wins over no move, and our move over theirs. An item that one side
 * removed is gone unless the other changed it, moved it to another list, or put something below it.
 */
export function decideItems(forests: Forests, identity: ItemIdentity): ItemDecision {
  const { base, ours, theirs } = forests;
  const places = new Map<ItemToken, string>();
  const contested = new Set<ItemToken>();
  for (const token of new Set([...ours.items.keys(), ...theirs.items.keys()])) {
    const [ourItem, theirItem, before] = [ours, theirs, base].map(({ items }) => items.get(token));
    const [one, other] = [ourItem ?? theirItem, theirItem ?? ourItem] as const;
    if (one === undefined || other === undefined) continue;
    const isInPlace = one.list === before?.list;
    if (ourItem && theirItem) places.set(token, isInPlace ? other.list : one.list);
    else if (!before) places.set(token, one.list);
    else if (!isInPlace || !sameJson(ownValues(before.value, identity), ownValues(one.value, identity))) {
      places.set(token, one.list);
      contested.add(token);
    }
  }
  if (identity.children !== undefined) {
    breakCycles(places, ours);
    restoreOwners(places, contested, forests);
  }
  for (const token of [...contested]) restoreDescendants(token, { places, contested, forests });
  return { places, contested };
}

/** The item that directly contains another. */
const ownerIn = (places: ReadonlyMap<ItemToken, string>, token: ItemToken): ItemToken | undefined =>
  ownerOf(places.get(token) ?? '');

/** Where each side has put one of two items below the other, our places are used. */
function breakCycles(places: Map<ItemToken, string>, ours: Forest): void {
  for (const token of places.keys()) {
    for (let cycle = cycleFrom(token, places); cycle.length > 0; cycle = cycleFrom(token, places)) {
      // Ours alone has no cycles, so at least one of these items has another place there.
      for (const one of cycle) places.set(one, ours.items.get(one)?.list ?? places.get(one)!);
    }
  }
}

/** The cycle of owners that an item leads up to; empty if there is none. */
function cycleFrom(start: ItemToken, places: ReadonlyMap<ItemToken, string>): readonly ItemToken[] {
  const way: ItemToken[] = [];
  const seen = new Set<ItemToken>();
  for (let at: ItemToken | undefined = start; at !== undefined; at = ownerIn(places, at)) {
    if (seen.has(at)) return way.slice(way.indexOf(at));
    seen.add(at);
    way.push(at);
  }
  return [];
}

/** Keeps the owners of every item that stays. */
function restoreOwners(places: Map<ItemToken, string>, contested: Set<ItemToken>, { ours, theirs }: Forests): void {
  for (const token of [...places.keys()]) {
    for (
      let owner = ownerIn(places, token);
      owner !== undefined && !places.has(owner);
      owner = ownerIn(places, owner)
    ) {
      const item = ours.items.get(owner) ?? theirs.items.get(owner);
      if (item === undefined) break;
      places.set(owner, item.list);
      contested.add(owner);
    }
  }
}

interface Deciding {
  readonly places: Map<ItemToken, string>;
  readonly contested: Set<ItemToken>;
  readonly forests: Forests;
}

/** Keeps everything that only the side with a contested item has below it: it belongs to the same clash. */
function restoreDescendants(token: ItemToken, deciding: Deciding): void {
  const { places, contested, forests } = deciding;
  const { ours, theirs } = forests;
  const [side, other] = ours.items.has(token) ? [ours, theirs] : [theirs, ours];
  for (const child of side.lists.get(listBelow(token)) ?? []) {
    if (other.items.has(child)) continue;
    places.set(child, listBelow(token));
    contested.delete(child);
    restoreDescendants(child, deciding);
  }
}
