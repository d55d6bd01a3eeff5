import { clashesNamedIn } from '../change/merge/clashTrailers.ts';
import { mergeCommits } from '../change/merge/mergeCommits.ts';
import type { MergeParts } from '../change/merge/mergeUnit.ts';
import { findRecord, SETTLES } from '../change/settleStanding.ts';
import { findDivergence, type NamedCommit } from '../git/read/ancestry/divergence.ts';
import type { GitRepository } from '../git/repository.ts';
import { canonicalJson } from '../lib/json/canonicalJson.ts';
import { isPlainObject } from '../lib/json/isPlainObject.ts';
import { coalesce } from '../lib/turn/coalesce.ts';
import { createBreath } from '../lib/turn/createBreath.ts';
import type { RecordClash } from '../model/clash.ts';
import { KINDS } from '../model/entities/index.ts';
import type { Lookup } from '../model/entry.ts';
import { writePrivateFile } from '../store/privateFolder.ts';
import { readStateFile } from '../store/readStateFile.ts';
import { followPath, type Marks, marksOn, valueAt } from './clashPath.ts';
import { type KeptFile, keptIn, stillKept } from './keptFiles.ts';

/** The clashes that merges have left and nobody has settled yet. */
export interface Clashes {
  /** The open clashes: changing a value settles it. */
  list(): readonly RecordClash[];
  /** Reads the commits up to these that are new: clashes found in other clones, and clashes settled there. */
  hear(...to: readonly string[]): Promise<Heard>;
  /**
   * Takes in what `hear` found and what a merge has left. Call it once the store shows the commit, before anybody else
   * writes. Resolves when it is saved.
   */
  take(commit: string, heard: Heard, found?: readonly RecordClash[]): Promise<void>;
  settled(clashId: string): Promise<void>;
  /** Files whose lines clash, unless somebody has changed them up to this commit. */
  keptAt(head: string): Promise<readonly KeptFile[]>;
  /** The last result of `keptAt`. */
  kept(): readonly KeptFile[];
}

export interface Heard {
  readonly found: readonly RecordClash[];
  /** The ids of clashes that somebody has settled. */
  readonly settled: readonly string[];
  readonly kept: readonly KeptFile[];
}

interface Parts {
  readonly lookup: Lookup;
  readonly merging: MergeParts & Pick<GitRepository, 'objects'>;
  /** Where they are saved. */
  readonly file: string;
  onError(error: unknown): void;
}

interface Standing {
  readonly clash: RecordClash;
  /** The live value when it was found, as canonical JSON; empty if its record or list item did not exist. */
  readonly live: string;
  /** The marks of the list items on its path, by which it is found again; earlier versions saved none. */
  readonly marks?: Marks;
}

const MAX_CLASHES = 1000;
/** How many commits to read in a clone that has nothing saved. */
const MAX_COMMITS = 5000;

export function createClashes({ lookup, merging, file, onError }: Parts): Clashes {
  const known = readKnown({ file, onError });
  const standing = new Map(known.standing.map((one) => [one.clash.clashId, one]));
  let { upTo, kept } = known;

  const liveOf = (clash: RecordClash): string => {
    const record = findRecord(clash, lookup);
    const value = record && valueAt(record.data, clash);
    return value === undefined ? '' : canonicalJson(value);
  };

  /** A clash with the present path of its value; undefined if the value has been changed or is gone. */
  function stillOpen({ clash, live, marks = [] }: Standing): RecordClash | undefined {
    const path = followPath(findRecord(clash, lookup)?.data, clash.path, marks);
    const found = path && { ...clash, path };
    return found && liveOf(found) === live ? found : undefined;
  }

  const save = coalesce(() =>
    writePrivateFile(file, JSON.stringify({ upTo, standing: [...standing.values()], kept } satisfies Known)),
  );

  function put(found: readonly RecordClash[]): void {
    for (const clash of found) {
      if (standing.size >= MAX_CLASHES) return;
      const marks = marksOn(findRecord(clash, lookup)?.data, clash.path);
      standing.set(clash.clashId, { clash, live: liveOf(clash), marks });
    }
  }

  async function listCommits(to: string): Promise<readonly NamedCommit[]> {
    const since = upTo === null ? null : await findDivergence(merging.objects, to, upTo);
    if (since) return since.ours;
    const found: NamedCommit[] = [];
    const queue = [to];
    const seen = new Set(queue);
    const breath = createBreath();
    for (const id of queue) {
      await breath();
      const commit = found.length < MAX_COMMITS ? await merging.objects.findCommit(id) : undefined;
      if (!commit) continue;
      found.push({ ...commit, id });
      for (const parent of commit.parents) if (!seen.has(parent)) queue.push(parent);
      for (const parent of commit.parents) seen.add(parent);
    }
    return found;
  }

  return {
    list() {
      return [...standing].flatMap(([clashId, one]) => {
        const open = stillOpen(one);
        if (!open) standing.delete(clashId);
        return open ?? [];
      });
    },
    async hear(...to) {
      const commits = (await Promise.all(to.filter((id) => id !== upTo).map(listCommits))).flat();
      const settled = [...new Set(commits.flatMap(({ message }) => SETTLES.exec(message)?.[1] ?? []))];
      const found: RecordClash[] = [];
      for (const { message, parents } of commits) {
        const ids = clashesIn(message).filter((id) => !settled.includes(id) && !standing.has(id));
        if (ids.length === 0 || parents.length !== 2) continue;
        const { clashes } = await mergeCommits({ ours: parents[0]!, theirs: parents[1]! }, merging);
        found.push(...clashes.filter(({ clashId }) => ids.includes(clashId)));
      }
      return { found, settled, kept: keptIn(commits) };
    },
    take(commit, heard, found = []) {
      if (commit === upTo) return Promise.resolve();
      put([...heard.found, ...found]);
      for (const id of heard.settled) standing.delete(id);
      kept = [...kept, ...heard.kept];
      upTo = commit;
      return save();
    },
    async settled(clashId) {
      if (standing.delete(clashId)) await save();
    },
    async keptAt(head) {
      if (kept.length === 0) return kept;
      const known = new Set(kept);
      const still = await stillKept([...known], head, merging);
      // A merge may have kept others meanwhile.
      kept = [...still, ...kept.filter((file) => !known.has(file))];
      return kept;
    },
    kept: () => kept,
  };
}

const clashesIn = (message: string): readonly string[] => clashesNamedIn(message).map(({ clashId }) => clashId);

/** The saved state. */
interface Known {
  /** All commits up to this one have been read; null: none yet. */
  readonly upTo: string | null;
  readonly standing: readonly Standing[];
  readonly kept: readonly KeptFile[];
}

function readKnown({ file, onError }: Pick<Parts, 'file' | 'onError'>): Known {
  const consequence = 'the clashes and kept files are looked up again in the history';
  const known = readStateFile(file, { parse: parseKnown, consequence, onError });
  return known ?? { upTo: null, standing: [], kept: [] };
}

function parseKnown(json: unknown): Known {
  const { upTo, standing, kept = [] } = isPlainObject(json) ? json : {};
  if (upTo !== null && typeof upTo !== 'string') throw new Error('it names no commit');
  if (!isListOf(standing, isStanding)) throw new Error('it has no list of clashes');
  if (!isListOf(kept, isKeptFile)) throw new Error('it has no list of kept files');
  return { upTo, standing, kept };
}

const isListOf = <T>(list: unknown, isOne: (one: unknown) => one is T): list is readonly T[] =>
  Array.isArray(list) && list.every(isOne);

const isStanding = (one: unknown): one is Standing =>
  isPlainObject(one) && typeof one['live'] === 'string' && areMarks(one['marks']) && isClash(one['clash']);

const areMarks = (marks: unknown): boolean => marks === undefined || Array.isArray(marks);

const isClash = (clash: unknown): boolean =>
  isPlainObject(clash) &&
  typeof clash['clashId'] === 'string' &&
  KINDS.some((kind) => kind === clash['kind']) &&
  typeof clash['key'] === 'string' &&
  typeof clash['id'] === 'number' &&
  Array.isArray(clash['path']) &&
  (clash['keys'] === undefined || Array.isArray(clash['keys']));

const isKeptFile = (file: unknown): file is KeptFile =>
  isPlainObject(file) && [file['path'], file['commit'], file['theirs']].every((text) => typeof text === 'string');
