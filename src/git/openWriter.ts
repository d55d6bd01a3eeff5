import { join } from 'node:path';
import { setImmediate as nextRound } from 'node:timers/promises';
import { type DurableFs, durableFs } from './disk/durableFs.ts';
import { createLockFile, lockText } from './disk/lock.ts';
import { createSyncNames } from './disk/syncNames.ts';
import { type Person, QUIRE } from './format/commit.ts';
import { type Seals, UNSEALED } from './format/seals.ts';
import { createObjectStore } from './objects/objects.ts';
import { type Chain, createChain } from './publish/chain.ts';
import { type ClosedRules, NOTHING_CLOSED } from './publish/closedRules.ts';
import { createOwnCommits } from './publish/head/ownCommits.ts';
import { createIndexCopy, type IndexCopy } from './publish/index/indexCopy.ts';
import { createIndexStore } from './publish/index/indexStore.ts';
import { createOwnWrites } from './publish/ownWrites.ts';
import { createReports } from './publish/reports.ts';
import type { GitWriter } from './publish/writer.ts';
import { createConversionCheck } from './read/conversion.ts';
import type { RepositoryLocation } from './read/discover.ts';
import { createUpkeep, lookThrough, type Upkeep } from './upkeep.ts';

export interface RepositoryOptions {
  readonly contentDir: string;
  /** The only branch that may be written. */
  readonly branch?: string | undefined;
  readonly fs?: DurableFs;
  readonly committer?: Person;
  /** Seals our commits; without it they look like anybody else's. */
  readonly seals?: Seals;
  /** Accepts files that already hold the bytes to be written: for the first commit of existing files. */
  readonly adopts?: boolean;
  /** How long a publish waits for another process's locks. */
  readonly lockTimeoutMs?: number;
  /** More packs than this are consolidated. */
  readonly maxPacks?: number;
  /** The file that remembers our last commits, so that one that left its branch while no Quire ran is noticed. */
  readonly ownCommitsFile?: string;
  /** Work that reads the whole repository starts when this resolves. */
  readonly quiet?: Promise<void>;
  /** An index file of at least this many bytes is copied ahead of the next write. */
  readonly copiesIndexFrom?: number;
  /** Writes, removes and repairs nothing in the repository: a write that was cut short stays as it is. */
  readonly readOnly?: boolean;
  /** The paths that are never written to when others' commits come in. */
  readonly closed?: ClosedRules | undefined;
  /** Called after each numbered step of DESIGN, "Writing": crash tests stop the process there. */
  onStep?(step: number): void;
}

/** The state of an open repository, on which all its functions work. */
export interface RepositoryState {
  readonly writer: GitWriter;
  readonly upkeep: Upkeep;
  /** Work that only the next write waits for. */
  readonly finishing: Chain;
  /** Work that only closing waits for. */
  readonly clearing: Chain;
  readonly copy: IndexCopy;
  /** Why nothing may be written any more. */
  readonly failure: WriterFailure;
}

/** `reason` is undefined while nothing has failed. */
interface WriterFailure {
  reason: unknown;
}

/** A little below git's own limit (gc.autoPackLimit is 50). */
const MAX_PACKS = 40;

export function openWriter(options: RepositoryOptions, location: RepositoryLocation): RepositoryState {
  const { fs = durableFs } = options;
  const { gitDir, commonDir } = location;
  const sidePath = join(gitDir, 'quire');
  const failure: WriterFailure = { reason: undefined };
  const stop = (reason: unknown): void => {
    failure.reason ??= reason ?? 'stopped';
  };
  const [finishing, clearing] = [createChain(stop), createChain(stop)];
  const copy = createIndexCopy({ fs, sidePath, fromBytes: options.copiesIndexFrom ?? 128 * 1024 });
  const repository = {
    location,
    fs,
    objects: createObjectStore({ commonDir, fs }),
    reports: createReports(),
    index: createIndexStore({ gitDir, sidePath, fs, copy }),
    conversion: createConversionCheck(location),
    closed: options.closed ?? NOTHING_CLOSED,
  };
  const upkeep = createUpkeep(repository, { quiet: options.quiet, maxPacks: options.maxPacks ?? MAX_PACKS });
  const text = lockText(crypto.randomUUID());
  const writer: GitWriter = {
    ...repository,
    sidePath,
    syncNames: createSyncNames(fs, [gitDir, commonDir]),
    stop,
    committer: options.committer ?? QUIRE,
    seals: options.seals ?? UNSEALED,
    branch: options.branch || undefined,
    readOnly: options.readOnly ?? false,
    adopts: options.adopts ?? false,
    lockTimeoutMs: options.lockTimeoutMs ?? 5000,
    lockText: text,
    lockFile: createLockFile({ fs, sidePath, text }),
    pace: { freeUntil: 0 },
    hold: { isHeld: false },
    own: createOwnWrites(),
    seen: { head: { ref: null, commit: null }, own: createOwnCommits(options.ownCommitsFile), behind: new Map() },
    onStep: options.onStep ?? (() => undefined),
    onMove: (commit) => lookThrough(upkeep, commit),
    later: (work) => finishing.add(() => nextRound().then(work)),
    settled: finishing.done,
    clearing: clearing.add,
  };
  return { writer, upkeep, finishing, clearing, copy, failure };
}

/** Resolves when all the work that has begun is done. */
export async function closeWriter({ writer, upkeep, finishing, clearing, copy }: RepositoryState): Promise<void> {
  for (const { done } of [finishing, upkeep.tidying, upkeep.converted, upkeep.refused]) await done();
  clearing.add(writer.lockFile.remove);
  await clearing.done();
  await upkeep.mergeThread.close();
  await copy.close();
}
