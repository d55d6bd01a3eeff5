import type { FileEdit } from '../git/publish/request.ts';
import type { Counter } from '../model/entity.ts';
import type { Entry, Lookup } from '../model/entry.ts';
import type { Kind, Records } from '../model/records.ts';
import type { TakenIds } from '../store/id/ids.ts';
import type { Caller } from './write/lateSave.ts';

/** What planning may look at. Planning is pure but for the ids it takes; the content stands still while it goes on. */
export interface PlanContext {
  readonly lookup: Lookup;
  readonly now: Date;
  readonly actor: Caller;
  /** @param also ids that are taken though no file gives them yet */
  nextId(counter: Counter, also?: TakenIds): number;
}

/** A record as it is to be. */
export interface Version<T = unknown> {
  readonly id: number;
  readonly createdAt: string;
  /** Said by imports only, and until the next write; else it is git's. */
  readonly updatedAt?: string;
  readonly data: T;
}

/** One record's part of a write. `before` null: create. `after` null: remove. */
export type Draft = { [K in Kind]: DraftOf<K> }[Kind];
export interface DraftOf<K extends Kind> {
  readonly kind: K;
  readonly before: Entry<Records[K]> | null;
  readonly after: Version<Records[K]> | null;
  /** Another draft of the action makes it necessary, so it is not what the action is about, nor judged by it. */
  readonly follows?: boolean;
  /** Files that are no records and come or go with this one: a picture. */
  readonly attachments?: readonly FileEdit[];
  /** The version of its file whose text becomes the new one's: in place of the present text, or where there is no file. */
  readonly source?: SourceFile;
  /** Where the request speaks of the record: leads the paths of what is wrong with it. */
  readonly place?: readonly string[];
}

/** A version of a record's file. */
export interface SourceFile {
  readonly path: string;
  readonly bytes: Uint8Array;
}

/** One write: what is to become of which records. Becomes one commit, or none when nothing changes. */
export interface Action {
  /** `<entity>.<what happens>`, e.g. `page.update`; stands in the commit's trailer. */
  readonly name: string;
  /** The commit's first line; told from the name and the records unless given. */
  readonly subject?: string;
  /** Shown in the commit's body. */
  readonly note?: string | undefined;
  /** A page's PUT makes a revision also when nothing changes. */
  readonly alwaysCommits?: boolean;
  /** Whether public pages that it moves leave redirects where they were, if the site's settings do not say otherwise; true unless given. */
  readonly leavesRedirects?: boolean;
  /** @throws CmsError in the caller's words; nothing has happened then. May be called again when the content has moved on. */
  plan(context: PlanContext): readonly Draft[] | Promise<readonly Draft[]>;
}
