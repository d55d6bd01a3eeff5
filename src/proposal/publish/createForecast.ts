import { LRUCache } from 'lru-cache';
import { UnreadableObject } from '../../git/objects/unreadableObject.ts';
import type { GitRepository } from '../../git/repository.ts';
import { createYieldIfBusy, SHARED_SLICES } from '../../lib/turn/createYieldIfBusy.ts';
import type { RecordClash } from '../../model/clash.ts';
import { refName, type SiteCode } from '../../model/entry.ts';
import type { ReadRecord } from '../../store/file/fileRecord.ts';
import type { VersionDifference } from '../../write/merge/diffRecords.ts';
import { mergeOnto } from '../../write/merge/mergeCommits.ts';
import type { DivergenceFinder } from '../branch/branchDivergence.ts';
import type { FoundBranch } from '../branch/branches.ts';
import type { Forecast, ForecastClash, OrderedClashes } from '../branch/forecast.ts';
import type { ProposalPublisher } from './proposalPublisher.ts';

type ForecastBranch = Pick<FoundBranch, 'commit' | 'name'>;

interface ForecastParts {
  readonly repo: Pick<GitRepository, 'objects' | 'location'>;
  readonly readRecord: ReadRecord;
  readonly code: SiteCode;
  readonly standings: Pick<DivergenceFinder, 'difference'>;
  readonly publishing: Pick<ProposalPublisher, 'plan'>;
}

/** The most other changes to compare: a git host may have thousands of branches. */
const MAX_COMPARED = 500;
/** The most clashes and files to keep. */
const MAX_KEPT = 20_000;

/**
 * Makes the function that finds which changes would clash with one. Only changes that edit the same records are merged,
 * and what was found is remembered by their commits.
 *
 * @throws UnreadableObject if the change that is asked about cannot be read
 */
export function createForecast(parts: ForecastParts) {
  const { standings } = parts;
  const known = new LRUCache<string, OrderedClashes>({
    maxSize: MAX_KEPT,
    sizeCalculation: ({ clashes, conflicts }) => 1 + clashes.length + conflicts.length,
  });

  async function findClashesAfter(live: string, first: string, second: string): Promise<OrderedClashes> {
    const name = `${live} ${first} ${second}`;
    const found = known.get(name) ?? (await mergeInOrder({ live, first, second }, parts));
    known.set(name, found);
    return found;
  }

  return async (live: string, own: ForecastBranch, others: readonly FoundBranch[]): Promise<Forecast> => {
    const edited = new Set(namesOfEdits(await standings.difference(live, own.commit)));
    const compared = others.filter(({ name }) => name !== own.name).slice(0, MAX_COMPARED);
    const clashing: ForecastClash[] = [];
    const yieldIfBusy = createYieldIfBusy(SHARED_SLICES);
    for (const branch of compared) {
      await yieldIfBusy();
      const found = await ifReadable(async () => {
        const theirs = namesOfEdits(await standings.difference(live, branch.commit));
        return theirs.some((name) => edited.has(name)) ? findClashesAfter(live, branch.commit, own.commit) : NOTHING;
      });
      if (found.clashes.length > 0 || found.conflicts.length > 0) clashing.push({ branch, ...found });
    }
    return { clashing, compared: compared.length };
  };
}

const NOTHING: OrderedClashes = { clashes: [], conflicts: [] };

/** What others have pushed may be anything: what cannot be read cannot be published either. */
async function ifReadable(find: () => Promise<OrderedClashes>): Promise<OrderedClashes> {
  try {
    return await find();
  } catch (error) {
    if (error instanceof UnreadableObject) return NOTHING;
    throw error;
  }
}

/** What two changes must have in common to clash: records by their ids or keys, or other files. */
function namesOfEdits({ records, files }: VersionDifference): readonly string[] {
  const named = records.flatMap(({ kind, id, key, renamedFrom = key }) => [
    refName({ kind, id }),
    `${kind} ${key}`,
    `${kind} ${renamedFrom}`,
  ]);
  return [...named, ...files];
}

interface CommitsInOrder {
  readonly live: string;
  readonly first: string;
  readonly second: string;
}

/** Merges the second change onto what would be live after the first one. */
async function mergeInOrder({ live, first, second }: CommitsInOrder, parts: ForecastParts): Promise<OrderedClashes> {
  const { repo, readRecord, code, publishing } = parts;
  const merging = { objects: repo.objects, prefix: repo.location.prefix, readRecord, code };
  const { edits } = await publishing.plan(live, first);
  const laid = new Map(edits.map(({ path, after }) => [path, after]));
  const merged = await mergeOnto({ commit: live, joined: [first], laid }, second, merging);
  const alone = await publishing.plan(live, second);
  const ownClashes = new Set(alone.clashes.map(nameOfClash));
  return {
    clashes: merged.clashes.filter((clash) => !ownClashes.has(nameOfClash(clash))),
    conflicts: merged.conflicts.filter((path) => !alone.conflicts.includes(path)),
  };
}

const nameOfClash = ({ kind, id, path, keys = [] }: RecordClash): string => JSON.stringify([kind, id, path, keys]);
