import { createHash } from 'node:crypto';
import { readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { nullIfMissing } from '../../lib/disk/nullIfMissing.ts';
import { syncFolder } from '../../lib/disk/writeFileDurably.ts';
import { isPlainObject } from '../../lib/json/isPlainObject.ts';
import { createTaskQueue } from '../../lib/turn/createTaskQueue.ts';
import { forEachAtOnce } from '../../lib/turn/forEachAtOnce.ts';
import type { Approval } from '../../model/review/approval.ts';
import { makePrivateFolder, writePrivateFile } from '../../store/privateFolder.ts';

/** An approval, and the commits that were looked at. */
export interface ChangeApproval extends Approval {
  readonly head: string;
  readonly live: string;
}

/** What people have said about a change as a whole. */
export interface ReviewRecord {
  /** The name of the change. */
  readonly change: string;
  /** Who has asked for a review; null while nobody has. People are named as `user/1`. */
  readonly asked: {
    readonly by: string;
    readonly at: string;
    readonly note: string | null;
    readonly people: readonly string[];
  } | null;
  readonly sentBack: { readonly by: string; readonly at: string; readonly reason: string } | null;
  /** The last one of each person. */
  readonly approvals: readonly ChangeApproval[];
}

/** The reviews of all changes, in `<privateDir>/reviews/<hash of the name>.json`. */
export interface ReviewStore {
  /** Whether there is a review of a change; true for all while they are still being read. */
  has(change: string): boolean;
  get(change: string): Promise<ReviewRecord>;
  /**
   * Changes a review; durable when it resolves.
   *
   * @throws what `edit` throws
   */
  update(change: string, edit: (present: ReviewRecord) => ReviewRecord): Promise<ReviewRecord>;
  remove(change: string): Promise<void>;
}

interface Options {
  readonly privateDir: string;
  /** Throws if the disk is nearly full. */
  requireSpace(): void;
  /** Called for each file that cannot be read: its change has not been reviewed then. */
  onError(error: unknown): void;
}

const EMPTY = { asked: null, sentBack: null, approvals: [] };

export function openReviews({ privateDir, requireSpace, onError }: Options): ReviewStore {
  const folder = join(privateDir, 'reviews');
  const fileOf = (change: string): string =>
    join(folder, `${createHash('sha256').update(change).digest('hex').slice(0, 32)}.json`);
  const reviews = new Map<string, ReviewRecord>();
  const inTurn = createTaskQueue();
  let isLoaded = false;
  const loading = loadReviews(folder, onError)
    .then((found) => {
      for (const review of found) reviews.set(review.change, review);
    })
    .catch(onError)
    .finally(() => {
      isLoaded = true;
    });
  const find = (change: string): ReviewRecord => reviews.get(change) ?? { change, ...EMPTY };

  return {
    has: (change) => !isLoaded || reviews.has(change),
    async get(change) {
      await loading;
      return find(change);
    },
    update: (change, edit) =>
      inTurn(async () => {
        await loading;
        const next = edit(find(change));
        requireSpace();
        await makePrivateFolder(folder);
        await writePrivateFile(fileOf(change), JSON.stringify(next));
        reviews.set(change, next);
        return next;
      }),
    remove: (change) =>
      inTurn(async () => {
        await loading;
        if (!reviews.delete(change)) return;
        await rm(fileOf(change), { force: true });
        await syncFolder(folder);
      }),
  };
}

/** Files that are read at the same time. */
const AT_ONCE = 32;

async function loadReviews(folder: string, onError: (error: unknown) => void): Promise<readonly ReviewRecord[]> {
  const found: ReviewRecord[] = [];
  const names = ((await nullIfMissing(readdir(folder))) ?? []).filter((name) => name.endsWith('.json'));
  await forEachAtOnce(names, AT_ONCE, async (name) => {
    const path = join(folder, name);
    try {
      const review: unknown = JSON.parse(await readFile(path, 'utf8'));
      if (!isReview(review)) throw new Error('It holds no review');
      found.push(review);
    } catch (cause) {
      onError(new Error(`${path} cannot be read: a change counts as not reviewed`, { cause }));
    }
  });
  return found;
}

const isReview = (value: unknown): value is ReviewRecord =>
  isPlainObject(value) &&
  typeof value['change'] === 'string' &&
  'asked' in value &&
  'sentBack' in value &&
  Array.isArray(value['approvals']) &&
  value['approvals'].every(
    (one) => isPlainObject(one) && typeof one['by'] === 'string' && isPlainObject(one['versions']),
  );
