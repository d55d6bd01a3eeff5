import { randomInt } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { nullIfMissing } from '../../lib/disk/nullIfMissing.ts';
import { syncFolder } from '../../lib/disk/writeFileDurably.ts';
import { isPlainObject } from '../../lib/json/isPlainObject.ts';
import { createTaskQueue, type TaskQueue } from '../../lib/turn/createTaskQueue.ts';
import { createYieldIfBusy } from '../../lib/turn/createYieldIfBusy.ts';
import { type RecordRef, refName } from '../../model/entry.ts';
import { notFound } from '../../model/errors.ts';
import { makePrivateFolder, writePrivateFile } from '../../store/privateFolder.ts';
import { type CommentThread, lastSaidAt } from './thread.ts';

/** All threads, in `<privateDir>/comments/<id>.json`. */
export interface ThreadStore {
  /** All threads, by what was last said, newest first. */
  list(): Promise<readonly CommentThread[]>;
  /** The threads about one record, oldest first. */
  about(record: RecordRef): Promise<readonly CommentThread[]>;
  /** The thread with a comment. @throws CmsError NOT_FOUND */
  withComment(id: number): Promise<CommentThread>;
  /** A number that no comment has. */
  nextId(): Promise<number>;
  /** Writes a new thread; durable when it resolves. */
  create(thread: CommentThread): Promise<void>;
  /**
   * Changes a thread; durable when it resolves. Changes of one thread happen one after the other.
   *
   * @param change gets the present thread; null removes it
   * @throws CmsError NOT_FOUND if the thread is gone, and what `change` throws
   */
  update(id: number, change: (thread: CommentThread) => CommentThread | null): Promise<CommentThread | null>;
}

interface Options {
  readonly privateDir: string;
  /** Throws if the disk is nearly full. */
  requireSpace(): void;
  /** Called for each file that cannot be read; the others are served. */
  onError(error: unknown): void;
}

/** Ids of comments are drawn from the same numbers as those of records. */
const IDS = [100_000, 1_000_000_000] as const;

interface ThreadState {
  readonly threads: Map<number, CommentThread>;
  /** The thread of each comment. */
  readonly threadOf: Map<number, number>;
  /** The threads of each record, by `kind/id`. */
  readonly byRecord: Map<string, Set<number>>;
}

export function openThreads(options: Options): ThreadStore {
  const folder = join(options.privateDir, 'comments');
  const queues = new Map<number, TaskQueue>();
  let loading: Promise<ThreadState> | undefined;
  const load = (): Promise<ThreadState> => {
    loading ??= loadThreads(folder, options.onError).catch((error: unknown) => {
      loading = undefined;
      throw error;
    });
    return loading;
  };

  /** Writes a thread, or removes it, and then shows it. */
  async function put(id: number, thread: CommentThread | null): Promise<void> {
    const state = await load();
    if (thread) {
      options.requireSpace();
      if (state.threads.size === 0) await makePrivateFolder(folder);
      await writePrivateFile(fileOf(folder, id), JSON.stringify(thread));
    } else {
      await rm(fileOf(folder, id), { force: true });
      await syncFolder(folder);
    }
    indexThread(state, id, thread);
  }

  return {
    list: async () => [...(await load()).threads.values()].sort((a, b) => (lastSaidAt(a) < lastSaidAt(b) ? 1 : -1)),
    async about(record) {
      const { threads, byRecord } = await load();
      return Array.from(byRecord.get(refName(record)) ?? [], (id) => threads.get(id)!).sort((a, b) =>
        a.comments[0]!.createdAt < b.comments[0]!.createdAt ? -1 : 1,
      );
    },
    async withComment(id) {
      const { threads, threadOf } = await load();
      const thread = threads.get(threadOf.get(id) ?? 0);
      if (!thread) throw notFound('Comment');
      return thread;
    },
    async nextId() {
      const { threads, threadOf } = await load();
      let id = randomInt(...IDS);
      while (threadOf.has(id) || threads.has(id)) id = randomInt(...IDS);
      return id;
    },
    create: (thread) => put(thread.id, thread),
    async update(id, change) {
      const { threads } = await load();
      const inTurn = queues.get(id) ?? createTaskQueue();
      queues.set(id, inTurn);
      return inTurn(async () => {
        const present = threads.get(id);
        if (!present) throw notFound('Comment');
        const next = change(present);
        if (next !== present) await put(id, next);
        return next;
      });
    },
  };
}

const fileOf = (folder: string, id: number): string => join(folder, `${id}.json`);

function indexThread({ threads, threadOf, byRecord }: ThreadState, id: number, thread: CommentThread | null): void {
  const before = threads.get(id);
  for (const comment of before?.comments ?? []) threadOf.delete(comment.id);
  if (before?.record) byRecord.get(refName(before.record))?.delete(id);
  if (!thread) {
    threads.delete(id);
    return;
  }
  threads.set(id, thread);
  for (const comment of thread.comments) threadOf.set(comment.id, id);
  if (!thread.record) return;
  const name = refName(thread.record);
  const ofRecord = byRecord.get(name) ?? new Set();
  byRecord.set(name, ofRecord.add(id));
}

/** In slices, as records are read: asynchronous reads of 10,000 small files take three times as long. */
async function loadThreads(folder: string, onError: (error: unknown) => void): Promise<ThreadState> {
  const state: ThreadState = { threads: new Map(), threadOf: new Map(), byRecord: new Map() };
  const names = ((await nullIfMissing(readdir(folder))) ?? []).filter((name) => /^[1-9][0-9]*\.json$/.test(name));
  const yieldIfBusy = createYieldIfBusy();
  for (const name of names) {
    try {
      const thread = readThread(join(folder, name));
      indexThread(state, thread.id, thread);
    } catch (cause) {
      onError(new Error(`${join(folder, name)} cannot be read: a thread of comments`, { cause }));
    }
    await yieldIfBusy();
  }
  return state;
}

function readThread(path: string): CommentThread {
  const thread: unknown = JSON.parse(readFileSync(path, 'utf8'));
  if (!isPlainObject(thread) || typeof thread['id'] !== 'number' || !hasComments(thread['comments']))
    throw new Error('It holds no thread');
  // Only `put` writes these files.
  return thread as unknown as CommentThread;
}

const hasComments = (comments: unknown): boolean =>
  Array.isArray(comments) &&
  comments.length > 0 &&
  comments.every((one) => isPlainObject(one) && typeof one['id'] === 'number' && typeof one['createdAt'] === 'string');
