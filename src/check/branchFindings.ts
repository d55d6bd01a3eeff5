import { runSteps } from '../lib/turn/runSteps.ts';
import type { RecordClash } from '../model/clash.ts';
import type { Lookup } from '../model/entry.ts';
import type { CheckedFolder } from '../site/folder/checkFolder.ts';
import { formatShortValue } from '../store/codec/conflict.ts';
import { findInStore } from './findings.ts';
import type { FoundFiles } from './mediaFindings.ts';
import type { BranchVersions } from './mergeBranch.ts';
import { type Finding, findingKey } from './rule.ts';
import { type CheckScope, joinScopes, readChangedRecords, scopeOf } from './scope.ts';

/** A folder, and the result of merging it with a branch. */
export interface BranchMerge {
  readonly folder: CheckedFolder;
  readonly branch: BranchVersions;
  /** The name of the branch. */
  readonly ref: string;
  /** The media files, as changed by the versions that were put into the folder; null if they are in a bucket. */
  findMedia(): FoundFiles | null;
  /** The time that rules are given. */
  readonly now: Date;
}

/** The findings in the result of a merge, and its conflicts. */
export async function findMerged(merge: BranchMerge): Promise<readonly Finding[]> {
  await merge.folder.put(merge.branch.merged);
  return [...findConflicts(merge), ...findInFolder(merge)];
}

/** Those of these findings that the branch does not have already. */
export async function findSince(merge: BranchMerge): Promise<readonly Finding[]> {
  const { folder, branch } = merge;
  const { base, merged } = branch;
  const changed = new Set([...base.keys(), ...merged.keys()]);
  await folder.put(base);
  const present = runSteps(readChangedRecords(folder.store, changed));
  await folder.put(merged);
  const after = runSteps(readChangedRecords(folder.store, changed));
  const ofMerged = scopeOf(folder.store, present, after);
  await folder.put(base);
  const scope = joinScopes(ofMerged, scopeOf(folder.store, present, after));
  const before = new Set(findInFolder(merge, scope).map(findingKey));
  await folder.put(merged);
  const found = findInFolder(merge, scope).filter((finding) => !before.has(findingKey(finding)));
  return [...findConflicts(merge), ...found];
}

const findInFolder = ({ folder, findMedia, now }: BranchMerge, scope: CheckScope = null): readonly Finding[] =>
  findInStore(folder.store, { scope, media: findMedia(), read: folder.read, now });

/** The store must hold the merged files. */
function findConflicts({ folder: { store }, branch, ref }: BranchMerge): readonly Finding[] {
  const what = `cannot be merged with ${ref}`;
  const conflict = (path: string, message: string, at: Finding['at'] = []): Finding => {
    return { path, severity: 'error', code: 'CONFLICT', message, at };
  };
  return [
    ...branch.conflicts.map((path) => conflict(path, what)),
    ...branch.clashes.map((clash) =>
      conflict(clashFilePath(store, clash), `${what}: ${describeClash(clash)}`, clash.path),
    ),
  ];
}

const clashFilePath = ({ byKey }: Pick<Lookup, 'byKey'>, { kind, key }: RecordClash): string =>
  byKey(kind, key)?.path ?? key;

function describeClash({ path, keys, base, ours, theirs }: RecordClash): string {
  if (path.length > 0 || keys) {
    const name = keys?.map((key) => [...path, key].join('.')).join(', ') ?? path.join('.');
    return `${name} is ${formatShortValue(ours)} here, ${formatShortValue(theirs)} there`;
  }
  if (base === null) return 'another record has been added there';
  return ours === null ? 'it is deleted here and changed there' : 'it is changed here and deleted there';
}
