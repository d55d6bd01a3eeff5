import type { Kind } from '../model/records.ts';

/** Field values by name, as files hold them: links name records by key, not by id. */
export type RecordFields = Readonly<Record<string, unknown>>;

/** A record as the code of extensions reads it. Frozen. */
export interface ExtensionRecord {
  readonly kind: Kind;
  readonly id: number;
  /** `en/about` for a page, the slug or key for most others. */
  readonly key: string;
  /** The slug of its content type or block type; absent for kinds without types. */
  readonly type?: string;
  readonly title?: string;
  readonly locale?: string;
  readonly slug?: string;
  readonly status?: string;
  readonly fields: RecordFields;
}

/** Reads other records, as they are or as they will be once a write is done. */
export interface ExtensionLookup {
  /** The record with this key, such as `en/about`; undefined if there is none. */
  byKey(kind: Kind, key: string): ExtensionRecord | undefined;
  /** The pages of a type, or the reusable blocks of a block type. */
  byType(kind: 'page' | 'block', type: string): Iterable<ExtensionRecord>;
  /** The records that hold this value under the name of a field. The index is made when it is first asked for. */
  byField(kind: 'page' | 'block', type: string, field: string, value: unknown): readonly ExtensionRecord[];
}
