import { join } from 'node:path';
import { createAuditLog } from '../auth/audit/auditLog.ts';
import type { PasswordOptions } from '../auth/password/passwords.ts';
import { createRoles } from '../auth/roles.ts';
import type { ServerConfig } from '../config.ts';
import type { EffectLimits } from '../extend/effects/process/effectRunner.ts';
import { joinFeatures } from '../extend/feature.ts';
import { openJudge } from '../extend/judge/openJudge.ts';
import type { LoadedCode } from '../extend/load/loadSiteCode.ts';
import { FEATURES } from '../features/lists/server.ts';
import type { DurableFs } from '../git/disk/durableFs.ts';
import type { HeadHistory } from '../git/history/history.ts';
import { openRepository, warnOfProgram } from '../git/openRepository.ts';
import { createPlainRepo } from '../git/plainRepo.ts';
import { findNativeGit } from '../git/read/native.ts';
import type { Log } from '../http/log/log.ts';
import { programPaths } from '../lib/disk/programPaths.ts';
import { lazily } from '../lib/list/lazily.ts';
import type { RoleRecord } from '../model/entities/role.ts';
import type { SiteCode } from '../model/entry.ts';
import { createAnnouncements } from '../site/announcements.ts';
import { openRecords } from '../site/folder/openRecords.ts';
import { openLive } from '../site/openLive.ts';
import { openSeals } from '../site/openSeals.ts';
import { createCommittedChanges } from '../site/version/committedChanges.ts';
import { createRecordHistory } from '../site/version/recordHistory.ts';
import { wasUsed } from '../site/version/recordNames.ts';
import { createHeadFollower } from '../site/watch/followHead.ts';
import { createStore } from '../store/createStore.ts';
import { isContentFile } from '../store/file/inspectSightings.ts';
import type { PackedWalk } from '../store/file/packedWalk.ts';
import { createRecordIds, type Ids } from '../store/id/ids.ts';
import { createMarks } from '../store/id/marks.ts';
import type { ChooseId } from '../store/id/randomId.ts';
import type { Store } from '../store/store.ts';
import { createPlanParts } from '../write/queue/planWrite.ts';
import { requireSpace } from '../write/queue/requireSpace.ts';
import { createRecordWriter, createWriteQueue } from '../write/queue/writer.ts';
import { createPublishGuards } from '../write/rights/publishGuard.ts';
import { createLiveTarget } from '../write/target/liveTarget.ts';

/** The parts of the content, and what changes it. */
export type WritingParts = ReturnType<typeof createWriting>;

/** The site's own code is none by default. */
export interface CmsOptions extends Partial<LoadedCode> {
  readonly config: ServerConfig;
  readonly log: Log;
  readonly version: string;
  readonly clock?: () => Date;
  readonly passwords?: PasswordOptions;
  /** Chooses the ids of new records if the site does not count; at random by default. */
  readonly chooseId?: ChooseId;
  /** Without native git everything works, but more slowly. */
  readonly usesNativeGit?: boolean;
  /** The walk through the content's files, begun by another thread. */
  readonly walk?: Promise<PackedWalk | null>;
  /** How the repository is changed on disk; tests pass one that fails. */
  readonly fs?: DurableFs;
  /** How long the git host may stay silent. */
  readonly hostSilentMs?: number;
  /** The environment of the server, for the secrets that extensions need; empty by default. */
  readonly environment?: Readonly<Record<string, string | undefined>>;
  readonly effectLimits?: Partial<EffectLimits>;
}

/** Opens the repository of the content and reads all records into memory. */
export async function openContent(options: CmsOptions, privateDir: string) {
  const { config, log, walk, clock = () => new Date() } = options;
  const findGit = options.usesNativeGit === false ? async () => null : lazily(findNativeGit);
  const started = programPaths();
  const repo = await openRepository({
    ...{ contentDir: config.contentDir, branch: config.gitBranch ?? undefined },
    // A replica writes nothing itself, but its clone follows the host.
    readOnly: config.readOnly && config.gitHost === null,
    ...{ privateDir, findGit, now: clock, fs: options.fs, seals: await openSeals(privateDir) },
    ...{ programPaths: started, codePaths: options.closedPaths ?? [], isContent: isContentFile },
  });
  const warning = config.gitHost && warnOfProgram(repo.location, started);
  if (warning) log.warn(warning);
  const privateRepo = createPlainRepo({ root: privateDir });
  const judge = openJudge(options);
  const store = createStore({ code: withRoles(judge.code, options.configuredRoles) });
  const records = await openRecords({ repo, privateDir, findGit, clock, store, walk });
  requireFreeRoleNames(store);
  const homes = {
    content: { repo, ...records.homes.content },
    private: { repo: privateRepo, ...records.homes.private },
  };
  const onError = (error: unknown): void => log.error({ err: error }, 'A file in the private folder cannot be written');
  const [features, roles] = [joinFeatures(FEATURES), createRoles(store)];
  const opened = { repo, privateRepo, store, roles, records, homes, features };
  return { ...options, ...opened, judge, privateDir, clock, findGit, onError };
}

const withRoles = (code: SiteCode, roles: readonly RoleRecord[] = []): SiteCode =>
  roles.length === 0 ? code : { ...code, roles };

/** @throws Error for the person who starts Quire if a role of the configuration has the name of one that admins have made */
function requireFreeRoleNames({ code, byKey }: Pick<Store, 'code' | 'byKey'>): void {
  const taken = (code.roles ?? []).filter(({ key }) => byKey('role', key)).map(({ key }) => `"${key}"`);
  if (taken.length > 0)
    throw new Error(`QUIRE_CONFIG declares roles that exist already in PRIVATE_DIR: ${taken.join(', ')}. Rename them`);
}

/** Adds the parts that change records and announce it. */
export function createWriting(content: Awaited<ReturnType<typeof openContent>>) {
  const { log, privateDir, clock, onError, repo, store, records, homes, features } = content;
  const { history, readRecord, head } = records;
  const { indexer } = homes.content;
  const ids = openIds({ ...content, history });
  const announcements = createAnnouncements((error) => log.error({ err: error }, 'A change could not be announced'));
  const committed = createCommittedChanges({ repo, store, readRecord });
  const follower = createHeadFollower({ repo, store, indexer, history, committed, announcements, head });
  const audit = createAuditLog({ privateDir, clock, onError });
  const checkSpace = () => requireSpace({ content: repo.root, private: privateDir });
  const guards = createPublishGuards();
  const planning = createPlanParts({
    ...{ store, ids, readRecord, guard: guards, consequences: features.consequences },
    ownerOf: createRecordHistory(() => history, store).ownerOf,
  });
  const target = createLiveTarget({
    ...{ store, history, follower, announcements, planning, clock, homes },
    requireSpace: checkSpace,
    audit: (entry) => audit.append({ ...entry, ok: true }),
  });
  const writer = createRecordWriter(target, createWriteQueue());
  const live = openLive({ repo, records, clock, follower, writer });
  const made = { ids, announcements, committed, follower, audit, planning, guards, writer, live };
  return { ...content, ...made, requireSpace: checkSpace };
}

interface Options {
  readonly privateDir: string;
  readonly store: Store;
  readonly history: HeadHistory;
  readonly chooseId?: ChooseId | undefined;
}

/** Ids for new records: none that a file gives or that history knows. */
function openIds({ privateDir, store, history, chooseId }: Options): Ids {
  return createRecordIds({
    marks: createMarks(join(privateDir, 'state', 'ids.json')),
    taken: {
      has: (counter, id) => store.hasId(counter, id) || wasUsed(history, counter, id),
      highest: store.highestId,
    },
    chooseId,
  });
}
