import { join } from 'node:path';
import { lazily } from '../lib/list/lazily.ts';
import { consolidatePacks, type PassedOver } from './objects/consolidatePacks.ts';
import { createMergeThread, type MergeThread } from './objects/mergeThread.ts';
import { removeContainedPacks, removeHeadlessPacks } from './objects/sweepPacks.ts';
import { sweepTemporaryObjects } from './objects/temporaryObjects.ts';
import { type Chain, createChain } from './publish/chain.ts';
import { createClosedWatch } from './publish/check/closedReports.ts';
import { createRefusedWatch } from './publish/check/refusedPaths.ts';
import { createConversionWatch } from './publish/check/requireUnconverted.ts';
import { listPassedOver, type RepoReportCode } from './publish/reports.ts';
import type { GitWriter } from './publish/writer.ts';

/** The work on a repository that no request waits for: consolidating packs, and looking for problems to report. */
export interface Upkeep {
  readonly tidying: Chain;
  readonly converted: Chain;
  readonly refused: Chain;
  /** More packs than this are consolidated. */
  readonly maxPacks: number;
  readonly mergeThread: MergeThread;
  readonly passedOver: PassedOver;
  /** Runs once: only a process that died leaves packs whose objects are all in others. */
  readonly removeContained: () => Promise<void>;
  readonly lookForConversions: () => Promise<void>;
  readonly lookForRefused: (commit: string | null) => Promise<void>;
  readonly lookForClosed: (commit: string | null) => Promise<void>;
}

interface Options {
  /** No work starts before this resolves. */
  readonly quiet: Promise<void> | undefined;
  readonly maxPacks: number;
}

type Parts = Pick<GitWriter, 'fs' | 'location' | 'objects' | 'reports' | 'conversion' | 'index' | 'closed'>;

export function createUpkeep(parts: Parts, { quiet, maxPacks }: Options): Upkeep {
  const { fs, objects, reports, location } = parts;
  const { commonDir } = location;
  const reporting = (code: RepoReportCode, what: string): Chain =>
    createChain((error) => reports.set(code, [{ code, message: `${what}: ${String(error)}` }]), quiet);
  return {
    tidying: reporting('PACKS', "The repository's objects cannot be tidied"),
    converted: reporting('CONVERTED', 'Cannot tell whether git converts files of the content'),
    refused: reporting('REFUSED_PATH', 'Cannot tell whether the present commit holds files that Quire never reads'),
    maxPacks,
    mergeThread: createMergeThread(),
    passedOver: new Map(),
    removeContained: lazily(() => removeContainedPacks({ fs, commonDir, objects, maxPacks })),
    lookForConversions: createConversionWatch(parts),
    lookForRefused: createRefusedWatch(parts),
    lookForClosed: createClosedWatch(parts),
  };
}

/** Removes the leftovers of a process that died, and looks through the content for problems to report. */
export function beginUpkeep(upkeep: Upkeep, { fs, location, readOnly, seen }: GitWriter): void {
  const { commonDir } = location;
  if (!readOnly) {
    upkeep.tidying.add(() => sweepTemporaryObjects(fs, join(commonDir, 'objects')));
    upkeep.tidying.add(() => removeHeadlessPacks(fs, commonDir));
  }
  upkeep.converted.add(upkeep.lookForConversions);
  lookThrough(upkeep, seen.head.commit);
}

/** Looks through a commit for what is not taken from it. */
export function lookThrough({ refused, lookForRefused, lookForClosed }: Upkeep, commit: string | null): void {
  refused.add(() => lookForRefused(commit));
  refused.add(() => lookForClosed(commit));
}

/** Consolidates packs where there are too many; the old ones stay until the new one is in place. */
export function tidyPacks(upkeep: Upkeep, { fs, location, objects, lockFile, reports }: GitWriter): void {
  const { tidying, maxPacks, mergeThread, passedOver } = upkeep;
  if (objects.packCount() <= maxPacks) return;
  tidying.add(upkeep.removeContained);
  tidying.add(async () => {
    const { commonDir } = location;
    await consolidatePacks({ fs, commonDir, objects, lockFile, mergeThread, maxPacks, passedOver });
    reports.set('PACKS', listPassedOver(passedOver.keys()));
  });
}
