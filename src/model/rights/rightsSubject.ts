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

/** What rights depend on in a version of a record. */
export function toRightsSubject({ kind, data, owner }: RightsRecord, now: Date): RightsSubject {
  const { type, locale, slug, folder } = data as Partial<Records['page'] & Records['media']>;
  return {
    kind,
    type: TYPED.has(kind) ? type : undefined,
    locale: kind === 'page' ? locale : undefined,
    path: kind === 'page' ? slug : undefined,
    folder: kind === 'media' ? (folder ?? '') : undefined,
    owner,
    isPublic: kind !== 'page' || isPublished(data as Records['page'], now),
  };
}

const TYPED: ReadonlySet<Kind> = new Set<Kind>(['page', 'block']);

const isPublished = (page: Records['page'], now: Date): boolean =>
  isPublic(page, now) || nextPublicChange(page, now) !== undefined;
