import type { CallerRights } from '../wire/interface.ts';

/** The kinds of records that make up the content. */
export type ContentKind = keyof CallerRights['kinds'];
/** What one may do with a record. */
export type UserRight = keyof CallerRights['kinds']['page'];

/** What is known of a record, as far as rights depend on it. What is left out may be anything. */
export interface RightsAbout {
  readonly type?: string | undefined;
  readonly locale?: string | undefined;
  /** The slug of a page. */
  readonly path?: string | undefined;
  readonly folder?: string | undefined;
  /** Whether the user has created it. */
  readonly isOwn?: boolean;
}

/** A question about rights: with a record, or with any of the kind. */
export interface RightsQuestion {
  readonly right: UserRight;
  readonly kind: ContentKind;
  readonly about?: RightsAbout | undefined;
  /** The part of the record: the name of a field, `title`, `slug`, `seo`, `terms`, `regions`. Any unless given. */
  readonly part?: string | undefined;
}

/** Why something may not be done: what the rules that come nearest ask for. */
export interface RightsObstacle {
  readonly reason: 'locales' | 'types' | 'paths' | 'folders' | 'own' | 'fields' | 'denied' | 'none';
  /** What the rules name, for `locales` to `fields`. */
  readonly values: readonly string[];
}

/** The rules of a role of one's own. */
export interface RoleRules {
  may(question: RightsQuestion): boolean;
  /** Says why not, in words. */
  explain(question: RightsQuestion): string;
}

/** Whose rights are asked about. */
export interface RightsHolder {
  readonly rights: CallerRights;
  /** Null for the three roles of every site. */
  readonly rules: RoleRules | null;
}

/** Whether one may do something. The server decides again. */
export function mayDo({ rights, rules }: RightsHolder, question: RightsQuestion): boolean {
  const reach = rights.kinds[question.kind][question.right];
  return reach !== 'never' && (reach === 'always' || !rules || rules.may(question));
}
