import { findDivergence, type NamedCommit } from '../git/read/ancestry/divergence.ts';
import type { GitRepository } from '../git/repository.ts';
import { canonicalJson } from '../lib/json/canonicalJson.ts';
import { coalesce } from '../lib/turn/coalesce.ts';
import { createYieldIfBusy } from '../lib/turn/createYieldIfBusy.ts';
import type { RecordClash } from '../model/clash.ts';
import type { Entry, Lookup } from '../model/entry.ts';
import { clashesNamedIn, clashesResolvedIn, type NamedClash } from '../write/merge/clashTrailers.ts';
import { mergeCommits } from '../write/merge/mergeCommits.ts';
import type { MergeParts } from '../write/merge/mergeUnit.ts';
import { createFindSource, type FindSource, findClashRecord } from '../write/resolve/draftResolutions.ts';
import { clashValueAt, findPresentPath, marksOn } from './clashPath.ts';
import { type ConflictedFile, conflictedFilesIn, findUnresolvedFiles } from './conflictedFiles.ts';
import { findUntouched } from './findUntouched.ts';
import { type MergeSides, type OpenClash, readSavedClashes, writeSavedClashes } from './savedClashes.ts';

/** The open clashes that merges have left. */
export interface HostClashes {
  /** The open clashes: changing a value resolves its clash. */
  list(): readonly RecordClash[];
  /** The files that the two sides of its merge have for the record of an open clash. */
  readonly findSource: FindSource;
  /** Reads the commits up to these that are new: clashes found in other clones, and clashes settled there. */
  hear(...to: readonly string[]): Promise<HistoryClashes>;
  /** The branch has lost commits: those that settled a clash may be among them, so `hear` reads the whole history again. */
  rewind(): void;
  /**
   * Takes in what `hear` found and what a merge has left. Call it once the store shows the commit, before anybody else
   * writes. Resolves when it is saved.
   */
  take(commit: string, heard: HistoryClashes, found?: readonly FoundClash[]): Promise<void>;
  settled(clashId: string): Promise<void>;
  /** Files whose lines clash, unless somebody has changed them up to this commit. */
  keptAt(head: string): Promise<readonly ConflictedFile[]>;
  /** The last result of `keptAt`. */
  kept(): readonly ConflictedFile[];
}

/** A clash that a merge of two commits has left. */
export interface FoundClash {
  readonly clash: RecordClash;
  readonly sides: MergeSides;
}

export interface HistoryClashes {
  /** With the merge commits that have left them. */
  readonly found: readonly (FoundClash & { readonly merge: string })[];
  /** The ids of resolved clashes. */
  readonly settled: readonly string[];
  readonly kept: readonly ConflictedFile[];
}

interface Parts {
  readonly lookup: Lookup;
  readonly merging: MergeParts & Pick<GitRepository, 'objects'>;
  /** Where they are saved. */
  readonly file: string;
  onError(error: unknown): void;
}

const MAX_CLASHES = 1000;
/** How many commits to read in a clone that has nothing saved, and how many merges among them to make again. */
const MAX_COMMITS = 5000;
const MAX_MERGES = 200;

export function createClashes({ lookup, merging, file, onError }: Parts): HostClashes {
  const known = readSavedClashes({ file, onError });
  const standing = new Map(known.standing.map((one) => [one.clash.clashId, one]));
  let { upTo, kept } = known;

  /** A clash with the present path of its value; undefined if the value has been changed or is gone. */
  function stillOpen({ clash, live, marks = [] }: OpenClash): RecordClash | undefined {
    const record = findClashRecord(clash, lookup);
    const path = findPresentPath(record?.data, clash.path, marks);
    const found = path && { ...clash, path };
    return found && liveClashValue(record, found) === live ? found : undefined;
  }

  const save = coalesce(() => writeSavedClashes(file, { upTo, standing: [...standing.values()], kept }));

  function put({ clash, sides }: FoundClash, record: Entry | undefined): void {
    if (standing.size >= MAX_CLASHES) return;
    const marks = marksOn(record?.data, clash.path);
    standing.set(clash.clashId, { clash, sides, live: liveClashValue(record, clash), marks });
  }

  async function listCommits(to: string): Promise<readonly NamedCommit[]> {
    const since = upTo === null ? null : await findDivergence(merging.objects, to, upTo);
    return since ? since.ours : listHistory(to, merging);
  }

  return {
    list() {
      return [...standing].flatMap(([clashId, one]) => {
        const open = stillOpen(one);
        if (!open) standing.delete(clashId);
        return open ?? [];
      });
    },
    async findSource(clash, side) {
      const sides = standing.get(clash.clashId)?.sides;
      return sides && createFindSource(sides, merging)(clash, side);
    },
    async hear(...to) {
      const commits = (await Promise.all(to.filter((id) => id !== upTo).map(listCommits))).flat();
      const settled = [...new Set(commits.flatMap(({ message }) => clashesResolvedIn(message)))];
      const isOpen = ({ clashId }: NamedClash): boolean => !settled.includes(clashId) && !standing.has(clashId);
      return { found: await findClashes(commits, isOpen, merging), settled, kept: conflictedFilesIn(commits) };
    },
    rewind() {
      upTo = null;
    },
    async take(commit, heard, found = []) {
      if (commit === upTo) return;
      for (const one of found) put(one, findClashRecord(one.clash, lookup));
      // The records as the commit has them: others may write while the history is read.
      const older = heard.found.map((one) => ({ ...one, record: findClashRecord(one.clash, lookup) }));
      for (const id of heard.settled) standing.delete(id);
      kept = [...kept, ...heard.kept];
      upTo = commit;
      for (const { clash, sides, merge, record } of older) {
        const path = record && (await findUntouched(clash, { merge, commit, record }, { merging, lookup }));
        if (path) put({ clash: { ...clash, path }, sides }, record);
      }
      await save();
    },
    async settled(clashId) {
      if (standing.delete(clashId)) await save();
    },
    async keptAt(head) {
      if (kept.length === 0) return kept;
      const known = new Set(kept);
      const still = await findUnresolvedFiles([...known], head, merging);
      // A merge may have added others in the meantime.
      kept = [...still, ...kept.filter((file) => !known.has(file))];
      return kept;
    },
    kept: () => kept,
  };
}

/** The newest commits of a history. */
async function listHistory(to: string, { objects }: Parts['merging']): Promise<readonly NamedCommit[]> {
  const found: NamedCommit[] = [];
  const queue = [to];
  const seen = new Set(queue);
  const yieldIfBusy = createYieldIfBusy();
  for (const id of queue) {
    await yieldIfBusy();
    if (found.length >= MAX_COMMITS) break;
    const commit = await objects.findCommit(id);
    if (!commit) continue;
    found.push({ ...commit, id });
    for (const parent of commit.parents) if (!seen.has(parent)) queue.push(parent);
    for (const parent of commit.parents) seen.add(parent);
  }
  return found;
}

/** Finds the clashes that merges name, by making these merges again. */
async function findClashes(
  commits: readonly NamedCommit[],
  isOpen: (clash: NamedClash) => boolean,
  merging: Parts['merging'],
): Promise<HistoryClashes['found']> {
  const merges = commits
    .filter(({ parents }) => parents.length === 2)
    .map(({ id, message, parents }) => {
      const ids = clashesNamedIn(message)
        .filter(isOpen)
        .map(({ clashId }) => clashId);
      return { id, ids, sides: { ours: parents[0]!, theirs: parents[1]! } };
    })
    .filter(({ ids }) => ids.length > 0);
  const found: (FoundClash & { merge: string })[] = [];
  for (const { id, ids, sides } of merges.slice(0, MAX_MERGES)) {
    const { clashes } = await mergeCommits(sides, merging);
    for (const clash of clashes) if (ids.includes(clash.clashId)) found.push({ clash, sides, merge: id });
  }
  return found;
}

/** The value that clashes, as canonical JSON; empty if its record or list item does not exist. */
function liveClashValue(record: Entry | undefined, clash: RecordClash): string {
  const value = record && clashValueAt(record.data, clash);
  return value === undefined ? '' : canonicalJson(value);
}
