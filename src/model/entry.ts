import type { Kind, Records } from './records.ts';
import type { Reference, ValuePath } from './reference.ts';

/** What the store holds for one file: its data, its place, and its version. Frozen. */
export interface Entry<T = unknown> {
  readonly kind: Kind;
  readonly id: number;
  /** The location's values joined by `/`: `en/about` for a page, the slug or key for most others, empty for settings. */
  readonly key: string;
  /** The file, relative to the root of its home. */
  readonly path: string;
  /** Git's blob id of the file. Used as ETag, for `If-Match`, and to tell whether a file has changed. */
  readonly rev: string;
  readonly createdAt: string;
  /** Time of the last commit that changed the file; see DESIGN, "Files". */
  readonly updatedAt: string;
  readonly data: T;
}

/** Orders records by their ids. */
export const compareEntryIds = (a: Entry, b: Entry): number => a.id - b.id;

/** Names a record, whatever its key is by now. */
export interface RecordRef {
  readonly kind: Kind;
  readonly id: number;
}

/** As one text: `page/12`. */
export const refName = ({ kind, id }: RecordRef): string => `${kind}/${id}`;

/** The unit of change. `before` null: created. `after` null: removed. */
export interface EntryChange<T = unknown> {
  readonly kind: Kind;
  readonly before: Entry<T> | null;
  readonly after: Entry<T> | null;
}

/** A file that could not become a record, or a record that breaks a reference. Admins see it; the site stays up. */
export interface Problem {
  readonly path: string;
  readonly line?: number;
  readonly column?: number;
  /** The path of the value concerned, from which its position in the file can be found. */
  readonly at?: ValuePath;
  readonly code: ProblemCode;
  readonly message: string;
  /** `error` unless given. */
  readonly severity?: Severity;
  readonly record?: ProblemRecord;
}

export type Severity = 'error' | 'warning';

/** The record that a problem concerns. */
export interface ProblemRecord {
  readonly kind: Kind;
  readonly id: number;
  readonly key: string;
}
export type ProblemCode =
  | 'SYNTAX'
  | 'LIMIT'
  | 'SCHEMA'
  | 'ENCODING'
  | 'UNKNOWN_PATH'
  | 'NOT_A_FILE'
  | 'UNREADABLE'
  | 'DUPLICATE_KEY'
  | 'DUPLICATE_ID'
  | 'CASE_COLLISION'
  | 'DUPLICATE_VALUE'
  | 'DANGLING_REFERENCE'
  /** A value that no schema knows. */
  | 'UNKNOWN_FIELD'
  /** A value from before a migration that its type records: `quire check --fix` brings it along. */
  | 'NOT_MIGRATED'
  /** A value that front ends must not be given. */
  | 'UNFIT_VALUE'
  /** A media item whose file is gone, or not what its record says. */
  | 'MEDIA_FILE'
  /** A media file that could not be uploaded. */
  | 'MEDIA_TYPE'
  /** A media file that no record names. */
  | 'ORPHAN_FILE'
  /** Breaks a schema, or a rule for writes. */
  | 'VALIDATION'
  /** Breaks a rule of its type, or of an extension. */
  | 'RULE'
  /** Code of an extension that has failed. */
  | 'EXTENSION'
  /** A derived value that is not the one that would be derived now. */
  | 'STALE_VALUE'
  | 'UNKNOWN_KEY'
  | 'NOT_STAMPED'
  | 'KEY_ORDER'
  | 'BROKEN_LINK'
  | 'HIDDEN_LINK'
  /** A redirect away from a page that everybody may see. */
  | 'REDIRECTED_PAGE'
  | 'UNSUPPORTED_LOCALE'
  | 'DOUBLE_TRANSLATION'
  /** A value that all translations of a page share, and that differs between them. */
  | 'SHARED_VALUE'
  /** A further record of a content type that has one for each locale, and one whose slug is not that of its type. */
  | 'SECOND_SINGLE'
  | 'SINGLE_SLUG'
  | 'UNUSED_MEDIA'
  /** A type or field that GraphQL calls otherwise. */
  | 'GRAPHQL_NAME'
  | 'UNKNOWN_FIELD_KIND'
  | 'UNFIT_DEFAULT'
  /** A conflict that a merge cannot resolve. */
  | 'CONFLICT'
  /** A deleted file that is still in the media storage. */
  | 'MEDIA_STORAGE'
  /** Changes to files are not noticed at once. */
  | 'UNWATCHED'
  /** Reports about the repository: see `RepoReport`. */
  | 'PACKS'
  | 'RECOVERY'
  | 'LOST_COMMIT'
  | 'DAMAGED'
  | 'INDEX_REBUILT'
  | 'REF_MENDED'
  | 'BEHIND_HEAD'
  | 'REFUSED_PATH'
  | 'CLOSED_PATH'
  | 'CONVERTED'
  | 'DETACHED'
  /** A webhook that Quire has switched off. */
  | 'WEBHOOK'
  /** The mail server refuses mails. */
  | 'MAIL'
  /** An extension whose effects Quire has stopped. */
  | 'EFFECTS'
  /** A page that is due but cannot be published or unpublished. */
  | 'SCHEDULE'
  /** Pages were renamed outside of Quire, and the redirects to them cannot be written. */
  | 'REDIRECTS'
  /** A merge or rebase that somebody has not finished. */
  | 'UNDER_WAY'
  /** The git host cannot be followed, or rejects what is pushed. */
  | 'GIT_HOST'
  | 'HOST_REQUESTS'
  /** A value that both sides of a merge had changed, not settled yet. */
  | 'CLASH'
  /** Code of an extension that fails, or takes too long. */
  | 'EXTENSION';

/** The code that decides about a site's records: built-in, or that of its extensions. Each part is declared where it is used. */
// biome-ignore lint/suspicious/noEmptyInterface: the parts fill it
export interface SiteCode {}

/** Stands for the names of hidden records where the texts of others mention them, so that these can be edited. */
export interface RecordAliases {
  /** Undefined if the record may be read, or does not exist. */
  of(kind: Kind, key: string): string | undefined;
  /** The key of the hidden record that an alias stands for. */
  keyOf(kind: Kind, alias: string): string | undefined;
}

/** Reads the records, as they are or as they will be once a plan is applied. */
export interface Lookup {
  readonly code: SiteCode;
  get<K extends Kind>(kind: K, id: number): Entry<Records[K]> | undefined;
  byKey<K extends Kind>(kind: K, key: string): Entry<Records[K]> | undefined;
  /** The records under `key` of one of the entity's indexes; throws for an index the entity does not declare. */
  find<K extends Kind>(kind: K, index: string, key: string): readonly Entry<Records[K]>[];
  all<K extends Kind>(kind: K): Iterable<Entry<Records[K]>>;
  /** The records that mention the record with this key; the key of a term is `topics/news`. */
  referring(kind: Reference['kind'], key: string): readonly Entry[];
  /** Whether a record exists but is hidden from the reader; absent where nothing is hidden. */
  hides?(kind: Kind, key: string): boolean;
  /** The stand-ins for the names of hidden records; absent where nothing is hidden, and for the public. */
  readonly aliases?: RecordAliases;
  /** Where links to a page lead this reader, perhaps to a translation; absent where they lead to the page itself. */
  linked?(page: Entry<Records['page']>): Entry<Records['page']>;
  /**
   * A cache of results computed from values and records, by the object they were computed from. It is replaced as soon as
   * anything visible changes. Absent where that can happen at any time, or where reads are recorded.
   */
  kept?(): WeakMap<object, unknown>;
}

/** The records of content that changes. */
export interface VersionedLookup extends Lookup {
  /** Counts up whenever a record changes. */
  readonly version: number;
}
