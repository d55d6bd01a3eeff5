import { MultiMap } from '../../lib/list/MultiMap.ts';
import { onceEach } from '../../lib/list/onceEach.ts';
import type { YieldIfBusy } from '../../lib/turn/createYieldIfBusy.ts';
import { entityOf, KINDS } from '../../model/entities/index.ts';
import type { Entry, EntryChange } from '../../model/entry.ts';
import { recordKey } from '../../model/location.ts';
import type { Kind, Records } from '../../model/records.ts';
import { type KeyedValue, placeName, valueKey, valuesIn } from '../../model/rules/heldValues.ts';
import type { JudgeLookup, ValuePlace } from '../../model/rules/recordRule.ts';
import { indexKeys } from '../../store/outline.ts';
import { referencesOf, SCHEMA_KINDS } from '../../store/referrers.ts';
import type { RecordDraft } from '../action.ts';

/** The records as they will be once `changes` are applied. Kinds without a change are looked up in `base`. */
export function overlayChanges(base: JudgeLookup, changes: readonly EntryChange[]): JudgeLookup {
  const byKind = new MultiMap<Kind, EntryChange>();
  for (const change of changes) byKind.add(change.kind, change);
  const layers = new Map([...byKind.keys()].map((kind) => [kind, createLayer(kind, byKind.get(kind))]));
  const layerOf = <K extends Kind>(kind: K) => layers.get(kind) as Layer<Records[K]> | undefined;
  const changesSchemas = [...layers.keys()].some((kind) => SCHEMA_KINDS.has(kind));
  const stays = (entry: Entry): boolean => !layers.get(entry.kind)?.gone.has(entry.id);
  const ifItStays = <T extends Entry>(found: T | undefined): T | undefined =>
    found && stays(found) ? found : undefined;

  const coming = createComingValues(changes);
  const lookup: JudgeLookup = {
    code: base.code,
    get: (kind, id) => layerOf(kind)?.byId.get(id) ?? ifItStays(base.get(kind, id)),
    byKey: (kind, key) => layerOf(kind)?.byKey.get(key) ?? ifItStays(base.byKey(kind, key)),
    find(kind, index, key) {
      const found = base.find(kind, index, key);
      const layer = layerOf(kind);
      return layer ? [...found.filter(stays), ...layer.index(index).get(key)] : found;
    },
    *all(kind) {
      for (const entry of base.all(kind)) if (stays(entry)) yield entry;
      yield* layerOf(kind)?.entries ?? [];
    },
    byValue: (place, value) => [
      ...base.byValue(place, value).filter(({ entry }) => stays(entry)),
      ...coming.find(place, value),
    ],
    referring(kind, key) {
      const mentions = (entry: Entry): boolean =>
        referencesOf(entry, lookup).some((reference) => reference.kind === kind && reference.key === key);
      // A changed schema may change where any record holds references.
      if (changesSchemas) return KINDS.flatMap((one) => [...lookup.all(one)].filter(mentions));
      const comes = changes.flatMap(({ after }) => after ?? []);
      return [...base.referring(kind, key).filter(stays), ...comes.filter(mentions)];
    },
  };
  return lookup;
}

/** What changes do to the records of one kind; an import brings thousands. */
interface Layer<T> {
  /** The new versions. */
  readonly entries: readonly Entry<T>[];
  readonly byId: ReadonlyMap<number, Entry<T>>;
  readonly byKey: ReadonlyMap<string, Entry<T>>;
  /** Entries by index value, built on first use. */
  index(name: string): MultiMap<string, Entry<T>>;
  /** The ids of records that go or are replaced. */
  readonly gone: ReadonlySet<number>;
}

function createLayer(kind: Kind, changes: readonly EntryChange[]): Layer<unknown> {
  const entries = changes.flatMap(({ after }) => after ?? []);
  // If several have the same id or key, the first wins.
  const last = entries.toReversed();
  return {
    entries,
    byId: new Map(last.map((entry) => [entry.id, entry])),
    byKey: new Map(last.map((entry) => [entry.key, entry])),
    index: onceEach((name) => indexEntries(kind, name, entries)),
    gone: new Set(changes.flatMap(({ before }) => before?.id ?? [])),
  };
}

function indexEntries(kind: Kind, name: string, entries: readonly Entry[]): MultiMap<string, Entry> {
  const found = new MultiMap<string, Entry>();
  const index = entityOf(kind).indexes[name];
  if (index) for (const entry of entries) for (const key of indexKeys(index, entry.data)) found.add(key, entry);
  return found;
}

/** The values of records that come, by the place that they are in; an import brings thousands. */
function createComingValues(changes: readonly EntryChange[]): { find: JudgeLookup['byValue'] } {
  const indexes = new Map<string, MultiMap<string, KeyedValue>>();
  function indexOf(place: ValuePlace): MultiMap<string, KeyedValue> {
    const known = indexes.get(placeName(place));
    if (known) return known;
    const index = new MultiMap<string, KeyedValue>();
    for (const { after } of changes) for (const held of after ? valuesIn(after, place) : []) index.add(held.key, held);
    indexes.set(placeName(place), index);
    return index;
  }
  return {
    find(place, value) {
      const key = valueKey(value);
      return key === null ? [] : indexOf(place).get(key);
    },
  };
}

/** A draft as a change, for checks that look at other records. Its new path is not decided yet. */
export const provisional = ({ kind, before, after }: RecordDraft): EntryChange => ({
  kind,
  before,
  after: after && {
    ...after,
    kind,
    key: recordKey(kind, after.data),
    path: before?.path ?? '',
    rev: '',
    updatedAt: '',
  },
});

/** The records as the drafts will leave them. */
export async function overlayDrafts(
  base: JudgeLookup,
  drafts: readonly RecordDraft[],
  yieldIfBusy: YieldIfBusy,
): Promise<JudgeLookup> {
  const changes: EntryChange[] = [];
  for (const draft of drafts) {
    changes.push(provisional(draft));
    await yieldIfBusy();
  }
  return overlayChanges(base, changes);
}
