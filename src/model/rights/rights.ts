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
  readonly on?: readonly string[];
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

/** A write of one record, as far as rights depend on it. */
export interface WriteToJudge {
  /** Null: it is created. */
  readonly before: RightsSubject | null;
  /** Null: it is deleted. */
  readonly after: RightsSubject | null;
  /** The parts in which the two differ; see `changedParts`. Of a record that comes or goes, the parts that have values. */
  readonly parts: readonly string[];
}

/** Whether a right goes for all records of a kind, for none, or for some. */
export const RIGHT_REACHES = ['always', 'sometimes', 'never'] as const;
export type RightReach = (typeof RIGHT_REACHES)[number];

/** What one actor may do; see `RightsJudge`. */
export interface ActorRights {
  /** Whether they are those of one of the three roles of every site, which go for all records of a kind or for none. */
  readonly isBuiltIn: boolean;
  /** Whether nothing is hidden from the actor, so that no record needs to be judged. */
  readonly readsAll: boolean;
  /** Whether it depends on who has created a record: otherwise nobody needs to find that out. */
  readonly asksOwner: boolean;
  /** For which records of the kind the actor has the right; `sometimes` also if it is for some of their parts only. */
  reach(right: Right, kind: Kind): RightReach;
  /** Whether there may be a record of the kind with which the actor may do this. */
  mayEver(right: Right, kind: Kind): boolean;
  mayRead(subject: RightsSubject): boolean;
  /** Whether the actor may do this with a record, at least with some of its parts. */
  may(right: Right, subject: RightsSubject): boolean;
  /** The first right that a write needs and the actor does not have; undefined if it may be done. */
  findMissing(write: WriteToJudge): Right | undefined;
}
