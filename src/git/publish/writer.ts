import type { DurableFs } from '../disk/durableFs.ts';
import type { LockFile } from '../disk/lock.ts';
import type { SyncNames } from '../disk/syncNames.ts';
import type { Person } from '../format/commit.ts';
import type { Seals } from '../format/seals.ts';
import type { FileDiff } from '../format/tree.ts';
import type { ObjectStore } from '../objects/objects.ts';
import type { ConversionCheck } from '../read/conversion.ts';
import type { RepositoryLocation } from '../read/discover.ts';
import type { Head } from '../read/ref/refs.ts';
import type { ClosedRules } from './closedRules.ts';
import type { OwnCommits } from './head/ownCommits.ts';
import type { IndexStore } from './index/indexStore.ts';
import type { OwnWrites } from './ownWrites.ts';
import type { Reports } from './reports.ts';

/** What was last known about HEAD. */
interface HeadState {
  head: Head;
  readonly own: OwnCommits;
  /** Paths that HEAD has moved past, with the version before and HEAD's. */
  behind: ReadonlyMap<string, FileDiff>;
}

/** The repository as the steps of a publish use it. */
export interface GitWriter {
  readonly location: RepositoryLocation;
  readonly fs: DurableFs;
  readonly objects: ObjectStore;
  readonly index: IndexStore;
  readonly committer: Person;
  /** Seals every commit. */
  readonly seals: Seals;
  /** The only branch that may be written; undefined: any. */
  readonly branch: string | undefined;
  /** The paths that are never written to when others' commits come in. */
  readonly closed: ClosedRules;
  /** Whether nothing is written to the repository. */
  readonly readOnly: boolean;
  /** Whether a working file that already holds its new bytes is accepted. */
  readonly adopts: boolean;
  readonly lockTimeoutMs: number;
  /** Until when the locks are left to others, in milliseconds of `performance.now()`. */
  readonly pace: { freeUntil: number };
  /** Whether the locks stay ours from one publish to the next. */
  readonly hold: { isHeld: boolean };
  /** The text of the lock files while they are ours. */
  readonly lockText: string;
  readonly lockFile: LockFile;
  /** Where new files wait: on the file system of the working files. */
  readonly sidePath: string;
  readonly reports: Reports;
  readonly syncNames: SyncNames;
  readonly own: OwnWrites;
  readonly seen: HeadState;
  readonly conversion: ConversionCheck;
  /** Called after each step of DESIGN, "Writing": crash tests stop the process there. */
  onStep(step: number): void;
  /** Called with the commit that HEAD has moved to, if it may hold what is not taken from others. */
  onMove(commit: string | null): void;
  /** Refuses all further writes. */
  stop(reason: unknown): void;
  /** Runs work that only the next write waits for, from the next turn on. */
  later(work: () => Promise<void>): void;
  /** Resolves when that work is done. */
  settled(): Promise<void>;
  /** Runs work in the background. */
  clearing(work: () => Promise<void>): void;
}
