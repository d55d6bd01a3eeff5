import { posix } from 'node:path';
import { MultiMap } from '../lib/list/MultiMap.ts';
import { foldCase } from '../lib/text/foldCase.ts';
import type { Problem } from '../model/entry.ts';
import type { Kind } from '../model/records.ts';
import { ageOf, byAge, type FindSince } from './byAge.ts';
import type { FileRecord } from './file/fileRecord.ts';

/** All files that are valid records, grouped by the key they would serve. One file of each group is served. */
export interface Candidates {
  /** Sets or removes the record at a path; returns the slots whose first file may have changed. */
  replace(path: string, record: FileRecord | null): readonly Slot[];
  at(path: string): FileRecord | undefined;
  paths(): Iterable<string>;
  first(slot: Slot): FileRecord | undefined;
  all(slot: Slot): readonly FileRecord[];
  /** How many record files lie directly in a folder. */
  countIn(folder: string): number;
  /** The files that are not served because another one has their slot. */
  unserved(): readonly FileRecord[];
  /** A problem for each unserved file. */
  problems(): readonly Problem[];
}

/** A kind and a key, ignoring case: not every system can hold keys that differ only by case. */
export type Slot = string;
export const slotOf = (kind: Kind, key: string): Slot => `${kind}:${foldCase(key)}`;
const slotOfRecord = (record: FileRecord): Slot => slotOf(record.kind, record.key);

/** Of several files for one key, the oldest is served. */
export function createCandidates(findSince: FindSince): Candidates {
  const byPath = new Map<string, FileRecord>();
  const bySlot = new MultiMap<Slot, FileRecord>();
  /** Slots with more than one file. */
  const crowded = new Set<Slot>();
  /** The number of files in each folder, counted on first use. */
  let folders: Map<string, number> | null = null;

  const older = (a: FileRecord, b: FileRecord): number => byAge(ageOf(a, findSince), ageOf(b, findSince));

  function all(slot: Slot): readonly FileRecord[] {
    const present = bySlot.get(slot);
    return present.length > 1 ? present.toSorted(older) : present;
  }

  function noteCrowd(slot: Slot): void {
    if (bySlot.count(slot) > 1) crowded.add(slot);
    else crowded.delete(slot);
  }

  const countFile = (into: Map<string, number>, path: string, difference: number): unknown =>
    into.set(posix.dirname(path), (into.get(posix.dirname(path)) ?? 0) + difference);

  function countFiles(): Map<string, number> {
    const counted = new Map<string, number>();
    for (const path of byPath.keys()) countFile(counted, path, 1);
    return counted;
  }

  function replace(path: string, record: FileRecord | null): readonly Slot[] {
    const before = byPath.get(path);
    if (before && record && before.kind === record.kind && before.key === record.key) {
      const slot = slotOfRecord(record);
      bySlot.replace(slot, before, record);
      byPath.set(path, record);
      return [slot];
    }
    const slots: Slot[] = [];
    if (before) {
      slots.push(slotOfRecord(before));
      bySlot.remove(slots[0]!, before);
    }
    if (record) {
      const slot = slotOfRecord(record);
      slots.push(slot);
      bySlot.add(slot, record);
      byPath.set(path, record);
    } else byPath.delete(path);
    if (folders) countFile(folders, path, Number(record !== null) - Number(before !== undefined));
    for (const slot of slots) noteCrowd(slot);
    return slots;
  }

  return {
    replace,
    all,
    at: (path) => byPath.get(path),
    paths: () => byPath.keys(),
    countIn(folder) {
      folders ??= countFiles();
      return folders.get(folder) ?? 0;
    },
    first: (slot) => all(slot)[0],
    unserved: () => [...crowded].flatMap((slot) => all(slot).slice(1)),
    problems: () =>
      [...crowded].flatMap((slot) => {
        const [winner, ...others] = all(slot);
        return others.map((record) => duplicateKeyProblem(record, winner!));
      }),
  };
}

const duplicateKeyProblem = ({ path, key }: FileRecord, winner: FileRecord): Problem =>
  key === winner.key
    ? {
        path,
        code: 'DUPLICATE_KEY',
        message: `${key === '' ? 'This record' : `"${key}"`} is served from ${winner.path}, which is older`,
      }
    : {
        path,
        code: 'CASE_COLLISION',
        message: `"${key}" differs only by case from "${winner.key}" in ${winner.path}, which is served`,
      };
