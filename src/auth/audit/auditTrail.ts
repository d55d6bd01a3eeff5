import type { Person } from '../../git/format/commit.ts';
import { readCommitMessage } from '../../git/format/commitMessage.ts';
import type { HeadHistory } from '../../git/history/history.ts';
import type { KnownChange } from '../../git/history/historyCommit.ts';
import type { GitRepository } from '../../git/repository.ts';
import { createYieldIfBusy } from '../../lib/turn/createYieldIfBusy.ts';
import { parseTimestamp } from '../../model/text/timestamp.ts';
import type { AuditLog } from './auditLog.ts';

/** One action: a commit of the content, or a line of the private log. */
export interface TrailEntry {
  /** ISO 8601. */
  readonly at: string;
  /** `user/1`, `api-key/3`, `schedule`, `anonymous`; `git` for commits made without Quire. */
  readonly actor: string;
  /** The author of the commit. */
  readonly author: Person | null;
  /** `page.update`; `git.commit` for commits made without Quire. */
  readonly action: string;
  readonly records: readonly string[];
  /** The first line of the commit's message. */
  readonly summary: string | null;
  readonly ip: string | null;
  readonly ok: boolean;
  readonly commit: string | null;
}

/** Which entries to list; an action may be named by its area alone (`page`). */
export interface TrailFilter {
  readonly actor?: string;
  readonly action?: string;
  readonly record?: string;
  /** The area that is left out. */
  readonly without?: string;
}

/** Whom entries are shown to, if that is somebody who may not read about all records. */
export interface TrailReader {
  /** Those of the records of an entry that it may name, and how. An entry none of whose records it may name is left out. */
  readable(records: readonly string[]): readonly string[];
}

/** Who did what: the history of the content and the log of what leaves no commit, merged into one list. */
export interface AuditTrail {
  /** Newest first. */
  list(
    range: { readonly limit: number; readonly offset: number },
    filter?: TrailFilter,
    reader?: TrailReader,
  ): Promise<{ entries: readonly TrailEntry[]; total: number }>;
}

interface Parts {
  readonly log: Pick<AuditLog, 'entries' | 'count'>;
  readonly history: Pick<HeadHistory, 'changes'>;
  readonly repo: Pick<GitRepository, 'objects'>;
}

/** An entry with its place in time. */
interface OrderedEntry {
  readonly entry: TrailEntry;
  readonly order: number;
}

export function createAuditTrail({ log, history, repo }: Parts): AuditTrail {
  async function* committed(): AsyncGenerator<OrderedEntry> {
    const changes = history.changes();
    const yieldIfBusy = createYieldIfBusy();
    for (let index = 0; index < changes.length; index++) {
      const turn = yieldIfBusy();
      if (turn) await turn;
      const change = changes.at(index);
      yield { entry: fromCommit(change), order: change.order };
    }
  }

  async function* logged(): AsyncGenerator<OrderedEntry> {
    for await (const { record, ip = null, ...entry } of log.entries()) {
      const records = record === undefined ? [] : [record];
      yield {
        entry: { author: null, summary: null, commit: null, ...entry, ip, records },
        order: parseTimestamp(entry.at),
      };
    }
  }

  async function withSummary(entry: TrailEntry): Promise<TrailEntry> {
    if (entry.commit === null) return entry;
    const message = (await repo.objects.findCommit(entry.commit))?.message;
    return { ...entry, summary: message === undefined ? null : readCommitMessage(message).subject };
  }

  return {
    async list({ limit, offset }, filter = {}, reader) {
      const isWhole = !reader && Object.values(filter).every((value) => value === undefined);
      const entries: TrailEntry[] = [];
      let position = 0;
      for await (const entry of newestFirst(committed(), logged())) {
        const shown = matchesTrailFilter(entry, filter) ? toShownEntry(entry, reader) : null;
        if (!shown) continue;
        if (position >= offset && position < offset + limit) entries.push(shown);
        position += 1;
        if (isWhole && position === offset + limit) break;
      }
      const total = isWhole ? history.changes().length + (await log.count()) : position;
      // The first line of a message names records as they were called then.
      return { entries: reader ? entries : await Promise.all(entries.map(withSummary)), total };
    },
  };
}

const fromCommit = ({ at, actor, author, action, records, commit }: KnownChange): TrailEntry => ({
  at,
  actor: actor ?? 'git',
  author,
  action: action ?? 'git.commit',
  records,
  summary: null,
  ip: null,
  ok: true,
  commit,
});

function matchesTrailFilter({ actor, action, records }: TrailEntry, filter: TrailFilter): boolean {
  return (
    (filter.actor === undefined || filter.actor === actor) &&
    (filter.action === undefined || filter.action === action || action.startsWith(`${filter.action}.`)) &&
    (filter.record === undefined || records.includes(filter.record)) &&
    (filter.without === undefined || !action.startsWith(`${filter.without}.`))
  );
}

function toShownEntry(entry: TrailEntry, reader: TrailReader | undefined): TrailEntry | null {
  if (!reader || entry.records.length === 0) return entry;
  const records = reader.readable(entry.records);
  return records.length > 0 ? { ...entry, records } : null;
}

/** Merges lists that are each in order; all are closed when the reader stops. */
async function* newestFirst(...sources: readonly AsyncGenerator<OrderedEntry>[]): AsyncGenerator<TrailEntry> {
  try {
    const heads = await Promise.all(sources.map((source) => source.next()));
    for (;;) {
      const orders = heads.map((head) => (head.done ? Number.NEGATIVE_INFINITY : head.value.order));
      const newest = orders.indexOf(Math.max(...orders));
      const head = heads[newest]!;
      if (head.done) return;
      yield head.value.entry;
      heads[newest] = await sources[newest]!.next();
    }
  } finally {
    await Promise.all(sources.map((source) => source.return(undefined)));
  }
}
