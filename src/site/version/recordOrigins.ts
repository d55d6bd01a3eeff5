import { LRUCache } from 'lru-cache';
import type { Lineage, LineageVersion } from '../../git/history/historyCommit.ts';
import type { ReadableRepository } from '../../git/read/readable.ts';
import { createYieldIfBusy, SHARED_SLICES } from '../../lib/turn/createYieldIfBusy.ts';
import type { Entry, Lookup } from '../../model/entry.ts';
import { unavailable } from '../../model/errors.ts';
import { listPlacedOrigins, type OriginTree, type TracedValue, traceValues } from '../../model/merge/valueOrigins.ts';
import { renameOrigins, renamingSteps } from '../../model/migration/renameOrigins.ts';
import type { ReadRecord } from '../../store/file/fileRecord.ts';
import { createSchemaLookup, insertBody } from '../../store/record/insertBody.ts';
import type { FindOrigins, RecordHistory, RecordOrigins } from './past.ts';
import { createReadVersion } from './readVersion.ts';

interface Parts {
  readonly repo: Pick<ReadableRepository, 'objects'>;
  readonly records: Pick<RecordHistory, 'lineageOf'>;
  readonly readRecord: ReadRecord;
  readonly lookup: Pick<Lookup, 'all' | 'byKey'>;
  isReady(): boolean;
}

/** The most versions of a record that are read: what is older counts as given by the oldest of these. */
const MAX_VERSIONS = 2_000;
const READ_AT_ONCE = 20;
/** The records whose origins are remembered. */
const MAX_KNOWN = 100;

/** Opens what finds which version of a record gave each of its values. Old versions never change. */
export function createFindOrigins({ repo, records, readRecord, lookup, isReady }: Parts): FindOrigins {
  const known = new LRUCache<string, RecordOrigins>({ max: MAX_KNOWN });
  const readVersion = createReadVersion(repo.objects, readRecord);

  async function readData({ path, blob, at }: LineageVersion): Promise<object | null> {
    const record = await readVersion(path, blob, { createdAt: at, updatedAt: at });
    return record ? insertBody(record, record.data, createSchemaLookup(lookup)) : null;
  }

  async function trace(entry: Entry, lineage: Lineage, mayRead: Parameters<FindOrigins>[1]): Promise<RecordOrigins> {
    const { versions } = lineage;
    const steps = renamingSteps(lookup);
    const traced: (TracedValue | undefined)[] = [];
    const children = countChildren(lineage);
    const hidden = new Set<number>();
    const yieldIfBusy = createYieldIfBusy(SHARED_SLICES);
    const kind = entry.kind;
    const earlierOf = (parents: readonly number[], data: object): readonly TracedValue[] =>
      parents.flatMap((parent) => {
        const found = traced[parent];
        return found ? [renameOrigins(found, { kind, data }, steps)] : [];
      });
    const release = (parents: readonly number[]): void => {
      for (const parent of parents) {
        children[parent]! -= 1;
        if (children[parent] === 0) delete traced[parent];
      }
    };
    for (let from = 0; from < versions.length; from += READ_AT_ONCE) {
      const slice = versions.slice(from, from + READ_AT_ONCE);
      const read = await Promise.all(slice.map(readData));
      for (const [at, { path, parents }] of slice.entries()) {
        const index = from + at;
        const data = read[at];
        if (data && mayRead && !mayRead({ kind, path, data })) hidden.add(index);
        // A version that cannot be read counts as the one before.
        const [first] = parents;
        if (data) traced[index] = { value: data, origins: traceValues(index, data, earlierOf(parents, data)) };
        else if (first !== undefined && traced[first]) traced[index] = traced[first];
        release(parents);
        await yieldIfBusy();
      }
    }
    const last = lineage.tips.length === 1 ? versions[lineage.tips[0]!] : undefined;
    const tip = last?.blob === entry.rev ? traced[lineage.tips[0]!] : undefined;
    // What is served need not be committed.
    const data = entry.data as object;
    const tree: OriginTree = tip?.origins ?? traceValues(versions.length, data, earlierOf(lineage.tips, data));
    return { versions, hidden, values: [...listPlacedOrigins(tip?.value ?? data, tree)] };
  }

  return async (entry, mayRead) => {
    if (!isReady()) throw unavailable('The history is still being read', 5);
    const lineage = newestVersions(records.lineageOf(entry.path));
    const name = [entry.path, entry.rev, lineage.tips.map((tip) => lineage.versions[tip]!.commit)].join(' ');
    const found = mayRead ? undefined : known.get(name);
    if (found) return found;
    const made = await trace(entry, lineage, mayRead);
    if (!mayRead) known.set(name, made);
    return made;
  };
}

/** The newest versions. */
function newestVersions({ versions, tips }: Lineage): Lineage {
  const left = versions.length - MAX_VERSIONS;
  if (left <= 0) return { versions, tips };
  const shift = (indexes: readonly number[]): readonly number[] =>
    indexes.filter((index) => index >= left).map((index) => index - left);
  return {
    versions: versions.slice(left).map((version) => ({ ...version, parents: shift(version.parents) })),
    tips: shift(tips),
  };
}

/** How many versions were made from each, counting what is served. */
function countChildren({ versions, tips }: Lineage): number[] {
  const counts = versions.map(() => 0);
  for (const parent of [...versions.flatMap(({ parents }) => parents), ...tips]) counts[parent]! += 1;
  return counts;
}
