import type { GitRepository } from '../../git/repository.ts';
import { createAlarm } from '../../job/createAlarm.ts';
import { nameOfBranch } from './names.ts';

/** Where dropped branches are kept: the second at which they were dropped, then their name. */
const FOLDER = 'refs/quire/dropped/';
const REF = /^refs\/quire\/dropped\/(\d{1,12})\/(.+)$/;

/** How long to wait before trying again to forget changes. */
const RETRY_MS = 60_000;
/** How long a dropped change can be restored. */
const KEPT_DAYS = 30;

export interface DroppedProposal {
  readonly name: string;
  readonly branch: string;
  readonly ref: string;
  readonly commit: string;
  /** ISO 8601. */
  readonly droppedAt: string;
  /** ISO 8601. */
  readonly keptUntil: string;
}

type BranchRepo = Pick<GitRepository, 'branches' | 'keepRef'>;

/** The dropped changes, the last one first. */
export function listDropped({ branches }: Pick<BranchRepo, 'branches'>): readonly DroppedProposal[] {
  const found = [...branches.list(FOLDER)].flatMap(([ref, commit]): readonly DroppedProposal[] => {
    const [, seconds, branch] = REF.exec(ref) ?? [];
    if (seconds === undefined || branch === undefined) return [];
    const at = Number(seconds) * 1000;
    const keptUntil = new Date(at + KEPT_DAYS * 86_400_000).toISOString();
    return [{ name: nameOfBranch(branch), branch, ref, commit, droppedAt: new Date(at).toISOString(), keptUntil }];
  });
  return found.sort((a, b) => (a.droppedAt < b.droppedAt ? 1 : -1));
}

/** Archives a branch that is about to be removed, under a ref that no other dropped branch has. @returns the ref */
export async function archiveDroppedBranch(
  { branch, commit }: { readonly branch: string; readonly commit: string },
  repo: BranchRepo,
  now: Date,
): Promise<string> {
  const taken = new Set(listDropped(repo).map(({ ref }) => ref));
  let seconds = Math.floor(now.getTime() / 1000);
  while (taken.has(`${FOLDER}${seconds}/${branch}`)) seconds += 1;
  const ref = `${FOLDER}${seconds}/${branch}`;
  await repo.keepRef(ref, commit);
  return ref;
}

interface Parts {
  readonly repo: BranchRepo;
  readonly clock: () => Date;
  inTurn<T>(work: () => Promise<T>): Promise<T>;
  /** Called when some have gone. */
  onGone(): void;
  onError(error: unknown): void;
}

/** Forgets dropped changes when their time is over. */
export interface DroppedExpiry {
  /** Finds when the next one goes. Call it whenever a change has been dropped or restored. */
  look(): void;
  close(): void;
}

export function createDroppedExpiry({ repo, clock, inTurn, onGone, onError }: Parts): DroppedExpiry {
  const alarm = createAlarm(clock, () => void forget().catch(retryLater));

  function look(): void {
    const times = listDropped(repo).map(({ keptUntil }) => Date.parse(keptUntil));
    alarm.set(times.length === 0 ? null : Math.min(...times));
  }

  async function forget(): Promise<void> {
    await inTurn(() => forgetOldDropped(repo, clock()));
    look();
    onGone();
  }

  function retryLater(error: unknown): void {
    onError(error);
    alarm.set(clock().getTime() + RETRY_MS);
  }

  return { look, close: () => alarm.set(null) };
}

/** Forgets the changes whose time is over. @throws the error of the first that cannot be removed, once it has tried all */
export async function forgetOldDropped(repo: BranchRepo, now: Date): Promise<void> {
  const errors: unknown[] = [];
  for (const { ref, commit, keptUntil } of listDropped(repo)) {
    if (keptUntil > now.toISOString()) continue;
    await repo.branches.remove({ ref, commit }).catch((error: unknown) => errors.push(error));
  }
  if (errors.length > 0) throw errors[0];
}
