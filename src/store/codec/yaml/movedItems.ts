import type { JsonValue } from '../json/json.ts';
import { isSameItem, itemIdentity } from '../json/planMembers.ts';
import { type BlockSource, leadsOf, type SourceMember, splitBlockLead, type ValueSource } from '../valueSource.ts';

/** An item that was removed from its block sequence. */
export interface GoneItem {
  readonly parent: BlockSource;
  readonly member: SourceMember;
  /** The comments right above it. */
  readonly lead: string;
}

/** Finds items that an edit moves from one block sequence to another, such as a block that moves to another region. */
export interface MovedItems {
  /** Notes that a member was removed, with all items below it. */
  leave(parent: BlockSource, member: SourceMember, lead: string): void;
  /** Notes that all items below a value were removed. */
  leaveBelow(source: ValueSource): void;
  /** Notes that an item is new in its list; returns the removed item that it was, if that is known. */
  arrive(value: JsonValue): GoneItem | undefined;
  /** Whether a member is known to move to another list, with the comments right above it. */
  isMoved(member: SourceMember): boolean;
  /** The moves that were found, for making the same edit again; null if nothing has moved. */
  found(): MovedItems | null;
}

interface NewItem {
  /** Its id. */
  readonly name: string;
  readonly value: JsonValue;
}

/** An id of more removed items than this tells nothing about which of them moved. */
const MOST_OF_AN_ID = 100;

/** @param known the moved items, by their new values */
export function noteMovedItems(text: string, known: ReadonlyMap<JsonValue, GoneItem> = new Map()): MovedItems {
  /** Removed items, by id. */
  const gone = new Map<string, GoneItem[]>();
  const fresh: NewItem[] = [];
  const moved = new Set([...known.values()].map(({ member }) => member));

  function leave(parent: BlockSource, member: SourceMember, lead: string): void {
    const name = parent.isMap ? undefined : itemIdentity(member.value.value, 'id');
    const item = { parent, member, lead: splitBlockLead(lead).attached };
    if (name !== undefined) {
      const ofId = gone.get(name) ?? [];
      ofId.push(item);
      gone.set(name, ofId);
    }
    leaveBelow(member.value);
  }

  function leaveBelow(source: ValueSource): void {
    if (source.shape !== 'block') return;
    const leads = leadsOf(text, source);
    for (const [at, member] of source.members.entries()) leave(source, member, leads[at]!);
  }

  function findGone({ name, value }: NewItem): GoneItem | undefined {
    const ofId = gone.get(name) ?? [];
    if (ofId.length > MOST_OF_AN_ID) return undefined;
    const [item, ...others] = ofId.filter(({ member }) => isSameItem(member.value.value, value));
    return others.length === 0 ? item : undefined;
  }

  return {
    leave,
    leaveBelow,
    arrive(value) {
      const name = itemIdentity(value, 'id');
      if (name !== undefined) fresh.push({ name, value });
      return known.get(value);
    },
    isMoved: (member) => moved.has(member),
    found() {
      const found = new Map<JsonValue, GoneItem>();
      const taken = new Set<GoneItem>();
      for (const item of fresh) {
        const before = findGone(item);
        if (!before || taken.has(before)) continue;
        found.set(item.value, before);
        taken.add(before);
      }
      return found.size > 0 ? noteMovedItems(text, found) : null;
    },
  };
}
