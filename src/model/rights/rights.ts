import type { Kind } from '../records.ts';

/**
 * What one may do with a record. `publish` is whatever changes what the public sees: publishing, taking offline,
 * scheduling, editing or renaming what is public. `review` is about changes; `restore` brings back an earlier version.
 */
export const RIGHTS = ['read', 'create', 'update', 'publish', 'delete', 'review', 'restore'] as const;
export type Right = (typeof RIGHTS)[number];

/** What a role begins with: the rights of one of the three roles of every site, or none. */
export const ROLE_BASES = ['viewer', 'editor', 'none'] as const;
export type RoleBase = (typeof ROLE_BASES)[number];

/**
 * Some rights on some records. Whatever is not named is not narrowed; what is named must hold of the record: a rule about
 * locales is about pages only, one about folders about media only.
 */
export interface RightsRule {
  readonly do: readonly Right[];
  /** The kinds of records; all content if absent. */
  readonly on?: readonly Kind[];
  /** The slugs of content types and block types. */
  readonly types?: readonly string[];
  readonly locales?: readonly string[];
  /** The slugs of pages: `blog/**` is everything below `blog`, `blog/*` one segment more, `blog` that page alone. */
  readonly paths?: readonly string[];
  /** The folders of media items, in the same manner. */
  readonly folders?: readonly string[];
  /** The parts of a record that may differ: names of fields, and `RECORD_PARTS`. */
  readonly fields?: readonly string[];
  /** Only what the actor has created. */
  readonly own?: boolean;
}

/** A role, as admins define it. */
export interface RoleRights {
  readonly extends: RoleBase;
  readonly allow: readonly RightsRule[];
  /** Wins over what is allowed. */
  readonly deny: readonly RightsRule[];
}

/** One version of a record, as far as rights depend on it. */
export interface RightsSubject {
  readonly kind: Kind;
  /** The slug of the content type or block type; undefined for kinds without types. */
  readonly type: string | undefined;
  /** Of pages. */
  readonly locale: string | undefined;
  /** The slug of a page. */
  readonly path: string | undefined;
  /** The folder of a media item. */
  readonly folder: string | undefined;
  /** Who has created it, such as `user/1`; undefined if nobody knows. */
  readonly owner: string | undefined;
  /** Whether the public sees it, now or at a time that is set. */
  readonly isPublic: boolean;
}
