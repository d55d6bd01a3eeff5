import { useRouteContext } from '@tanstack/react-router';
import { useMemo } from 'react';
import type { RecordKind } from '../wire/interface.ts';
import { type ContentKind, mayDo, type RightsAbout, type UserRight } from './rights.ts';
import { useRole } from './useRole.ts';

/** Asks for a right on a record, on a part of it, or on any record of a kind. */
export type AskRight = (right: UserRight, kind: ContentKind, about?: RightsAbout, part?: string) => boolean;

/** What the user may do with content: what one may not do is not offered. The server decides again. */
export function useMay(): AskRight {
  const { caller } = useRouteContext({ from: '/shell' });
  return (right, kind, about, part) => mayDo(caller, { right, kind, about, part });
}

/** Whether the user may change a record without a draft; what they may not publish goes into a change. */
export function useMayChange(kind: ContentKind, about?: RightsAbout, right: UserRight = 'update'): boolean {
  const may = useMay();
  return may(right, kind, about);
}

/** Whether the user may change records of a kind; those beside the content are for admins. */
export function useMayManage(kind: RecordKind): boolean {
  const { caller } = useRouteContext({ from: '/shell' });
  const isAdmin = useRole('admin');
  // The test says whether it is a kind of content.
  const mayChange = useMayChange(kind in caller.rights.kinds ? (kind as ContentKind) : 'page');
  return kind in caller.rights.kinds ? mayChange : isAdmin;
}

/** Whether the user may publish something, or records of a kind. */
export function useMayPublish(kind?: ContentKind, about?: RightsAbout): boolean {
  const { caller } = useRouteContext({ from: '/shell' });
  const may = useMay();
  if (kind) return may('publish', kind, about);
  // The keys are those of the type.
  return (Object.keys(caller.rights.kinds) as ContentKind[]).some((one) => may('publish', one));
}

/** A page, as far as rights depend on it. */
export interface RightsPage {
  readonly type: string;
  readonly locale: string;
  readonly slug: string;
  readonly createdBy?: string | null;
}

/** What the user's rights on a page depend on. The same object as long as they are the same. */
export function useAboutPage({ type, locale, slug, createdBy }: RightsPage): RightsAbout {
  const { caller } = useRouteContext({ from: '/shell' });
  const isOwn = createdBy === caller.name;
  return useMemo(() => ({ type, locale, path: slug, isOwn }), [type, locale, slug, isOwn]);
}
