import { isPublic, nextPublicChange } from '../page/isPublic.ts';
import type { Kind, Records } from '../records.ts';
import type { RightsSubject } from './rights.ts';

/** A record's version to be judged. */
export interface RightsRecord {
  readonly kind: Kind;
  /** Of the kind. */
  readonly data: unknown;
  /** Who has created it, such as `user/1`. */
  readonly owner: string | undefined;
}

/** The part of it that the record itself tells. */
export type ReadSubject = Omit<RightsSubject, 'owner' | 'isPublic'>;

/** What the right to read a version of a record depends on, besides who has created it. */
export function toReadSubject({ kind, data }: Pick<RightsRecord, 'kind' | 'data'>): ReadSubject {
  const { type, locale, slug, folder } = data as Partial<Records['page'] & Records['media']>;
  return {
    kind,
    type: typeOf(kind, type, slug),
    locale: kind === 'page' ? locale : undefined,
    path: kind === 'page' ? slug : undefined,
    folder: kind === 'media' ? (folder ?? '') : undefined,
  };
}

/** What rights depend on in a version of a record. */
export const toRightsSubject = ({ kind, data, owner }: RightsRecord, now: Date): RightsSubject => ({
  ...toReadSubject({ kind, data }),
  owner,
  isPublic: kind !== 'page' || isPublished(data as Records['page'], now),
});

/** A type is named by its own slug. */
function typeOf(kind: Kind, type: string | undefined, slug: string | undefined): string | undefined {
  if (TYPED.has(kind)) return type;
  return kind === 'contentType' || kind === 'blockType' ? slug : undefined;
}

const TYPED: ReadonlySet<Kind> = new Set<Kind>(['page', 'block']);

const isPublished = (page: Records['page'], now: Date): boolean =>
  isPublic(page, now) || nextPublicChange(page, now) !== undefined;
