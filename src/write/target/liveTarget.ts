import type { FileRevision } from '../../git/publish/check/requireCommitted.ts';
import type { Repo } from '../../git/repo.ts';
import { actorRefName } from '../../model/access.ts';
import { entityOf } from '../../model/entities/index.ts';
import { CmsError } from '../../model/errors.ts';
import type { Indexer } from '../../site/folder/indexer.ts';
import { locateFile } from '../../store/file/inspectSightings.ts';
import type { ParseCache } from '../../store/file/parseCache.ts';
import { findBytes } from '../../store/file/readFileBytes.ts';
import { HOMES, type Home } from '../../store/home.ts';
import type { WritePlan } from '../queue/planWrite.ts';
import { presentOf } from '../queue/presentState.ts';
import { type RecordCommitParts, recordCommit } from './recordCommit.ts';
import type { WriteAttempt, WriteTarget } from './target.ts';

export interface LiveTargetParts extends RecordCommitParts, Pick<WriteTarget, 'planning' | 'clock'> {
  readonly homes: Readonly<
    Record<Home, { readonly repo: Repo; readonly indexer: Indexer; readonly cache: ParseCache }>
  >;
  /** Throws INSUFFICIENT_STORAGE while there is too little space to write safely. */
  requireSpace(): void;
  /** Called for each record of a write without a commit, as `user/1`, `user.update`, `user/2`: it has no history. */
  audit(entry: { readonly actor: string; readonly action: string; readonly record: string }): Promise<void>;
}

/** After this many attempts HEAD is held while a group is planned, because somebody keeps moving it. */
const FREE_ATTEMPTS = 3;

/** What is live: its writes end in the working files, the index and HEAD, and are served as they were planned. */
export function createLiveTarget(parts: LiveTargetParts): WriteTarget {
  const { store, homes, follower, planning, clock } = parts;
  const { repo } = homes.content;
  const readFile = (home: Home, path: string) => findBytes(homes[home].repo.root, path);
  const present = presentOf(store, (kind, path) => readFile(entityOf(kind).home, path));

  const attempt: WriteAttempt = {
    present,
    async commit(home, plans) {
      const parent = home === 'content' ? follower.head : null;
      const repeats = findRepeats(plans);
      // A file with uncommitted changes must not be reported as unchanged.
      if (repeats.length > 0) await homes[home].repo.requireCommitted(parent, repeats);
      const publishing = plans.filter((plan) => plan.publishes);
      return publishing.length === 0 ? [] : homes[home].repo.place(parent, publishing);
    },
    async serve(plan, commit) {
      const changes = await recordCommit(plan, commit, parts);
      if (plan.home === 'private') await auditAll(plan, parts);
      await plan.onLive?.();
      return changes;
    },
  };

  return {
    ...{ store, planning, clock },
    tooBusy: 'The repository keeps changing: try again',
    attempt({ tries }, work) {
      parts.requireSpace();
      const run = async () => {
        await follower.follow();
        return work(attempt);
      };
      return tries < FREE_ATTEMPTS ? run() : repo.holdHead(run);
    },
    async showFiles(paths) {
      for (const home of HOMES) {
        const own = paths.filter((path) => locateFile(home, path));
        if (own.length > 0) await homes[home].indexer.reindex(own);
      }
    },
    explain: (error) => explainConflict(error, repo),
  };
}

/** The files that writes repeat, except those that an earlier write of the group makes: these are not committed yet. */
function findRepeats(plans: readonly WritePlan[]): readonly FileRevision[] {
  const made = new Set<string>();
  return plans.flatMap(({ repeats, files }) => {
    const standing = repeats.filter(({ path }) => !made.has(path));
    for (const { path } of files) made.add(path);
    return standing;
  });
}

async function auditAll(
  { drafts, action, actor }: WritePlan,
  { audit }: Pick<LiveTargetParts, 'audit'>,
): Promise<void> {
  for (const { kind, before, after } of drafts) {
    const record = `${kind}/${(after ?? before)?.id}`;
    await audit({ actor: actorRefName(actor), action: action.name, record });
  }
}

/** A conflict in a file is explained by a git operation of somebody else if one is under way. */
function explainConflict(error: unknown, { requireNoOperation }: Pick<Repo, 'requireNoOperation'>): unknown {
  if (!(error instanceof CmsError) || error.code !== 'CONFLICT') return error;
  const isOfFile = error.details.some(({ path }) => path.some((name) => locateFile('content', name)));
  try {
    if (isOfFile) requireNoOperation();
    return error;
  } catch (underWay) {
    return underWay;
  }
}
