import type { FileEdit } from '../git/publish/request.ts';
import type { IdCounter } from '../model/entity.ts';
import type { Entry, EntryChange } from '../model/entry.ts';
import type { Kind, Records } from '../model/records.ts';
import type { JudgeLookup } from '../model/rules/recordRule.ts';
import type { ReservedIds } from '../store/id/ids.ts';
import type { RecordToWrite } from '../store/record/fileValue.ts';
import type { Caller } from './queue/lateSave.ts';

/** What planning may look at. Planning is pure except for the ids it takes; the content does not change meanwhile. */
export interface PlanContext {
  /** The records that the actor may read. */
  readonly lookup: JudgeLookup;
  /** All records: see `allRecordsIn`. Absent if the actor may read all. */
  readonly everything?: JudgeLookup | undefined;
  readonly now: Date;
  readonly actor: Caller;
  /** Whether what is written is not live yet, whatever its status: then it may hold what drafts may. */
  readonly isDraft?: boolean;
  /** @param also ids that are taken though no file gives them yet */
  nextId(counter: IdCounter, also?: ReservedIds): number;
}

/** All records, for what must be unique, and for what must not be lost. Nothing of those that `lookup` lacks may be told. */
export const allRecordsIn = ({
  lookup,
  everything = lookup,
}: Pick<PlanContext, 'lookup' | 'everything'>): JudgeLookup => everything;

/** One record's part of a write. `before` null: create. `after` null: remove. */
export type RecordDraft = { [K in Kind]: DraftOf<K> }[Kind];
export interface DraftOf<K extends Kind> {
  readonly kind: K;
  readonly before: Entry<Records[K]> | null;
  readonly after: RecordToWrite<Records[K]> | null;
  /** A consequence of another draft of the action: it is not validated. */
  readonly follows?: boolean;
  /** Files that are not records and come or go with this one, such as a picture. */
  readonly attachments?: readonly FileEdit[];
  /** The version of the file whose text the new one starts from, instead of the present text or where there is no file. */
  readonly source?: SourceFile;
  /** Where the request names the record: prefixes the paths of its problems. */
  readonly place?: readonly string[];
}

/** A version of a record's file. */
export interface SourceFile {
  readonly path: string;
  readonly bytes: Uint8Array;
}

/** One write: which records change, and how. Becomes one commit, or none when nothing changes. */
export interface Action {
  /** `<entity>.<what happens>`, e.g. `page.update`; written to the commit's trailer. */
  readonly name: string;
  /** The commit's first line; made from the name and the records unless given. */
  readonly subject?: string;
  /** Shown in the commit's body. */
  readonly note?: string | undefined;
  /** The commit whose version of the record it brings back. */
  readonly restores?: string;
  /** Whether it brings back earlier versions of its records without naming one commit for them. */
  readonly bringsBack?: boolean;
  /** More trailers of the commit. */
  readonly trailers?: readonly (readonly [name: string, value: string])[];
  /** A page's PUT makes a revision even when nothing changes. */
  readonly alwaysCommits?: boolean;
  /** Whether public pages that it moves leave redirects behind, unless the site's settings forbid it; true by default. */
  readonly leavesRedirects?: boolean;
  /** Called again if the content has changed meanwhile. @throws CmsError in the caller's words; nothing has happened then. */
  plan(context: PlanContext): readonly RecordDraft[] | Promise<readonly RecordDraft[]>;
  /** Looks at what was planned, once the actor is known to have the rights to it. @throws CmsError as `plan` does */
  check?(drafts: readonly RecordDraft[], context: PlanContext): Promise<void>;
}

/** What a write has done. */
export interface WriteResult {
  /** The commit made; null when nothing changed or the home keeps no history. */
  readonly commit: string | null;
  /** The present record of each draft; null if it was removed. */
  readonly entries: readonly (Entry | null)[];
  /** The new ones among them. */
  readonly created: readonly Entry[];
  readonly changes: readonly EntryChange[];
}

/** The only way a record changes from inside. */
export interface RecordWriter {
  /**
   * Plans the action against the present content and publishes it as one commit; durable when it resolves. Writes that
   * queue up meanwhile are published together, each as its own commit.
   *
   * @throws CmsError in the caller's words; nothing has changed then
   */
  write(action: Action, actor: Caller): Promise<WriteResult>;
  /** Runs a task that changes the store from outside, in turn with the writes. */
  inTurn<T>(task: () => Promise<T>): Promise<T>;
  /** Resolves when no write is running or waiting. */
  idle(): Promise<void>;
}
