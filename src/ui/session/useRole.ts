import { useRouteContext } from '@tanstack/react-router';
import { type ContentKind, mayDo, type RightsAbout, type UserRight } from './rights.ts';
import { type CallerRole, roleIncludes } from './session.ts';

/** Whether the user may publish; others can only propose changes. */
export function useMayPublish(): boolean {
  const { caller } = useRouteContext({ from: '/shell' });
  return !caller.changesOnly;
}

/** Whether the user's role includes the rights of `needed`. */
export function useRole(needed: CallerRole): boolean {
  const { caller } = useRouteContext({ from: '/shell' });
  return roleIncludes(caller.rights.level, needed);
}

/** Asks for a right on a record, on a part of it, or on any record of a kind. */
export type AskRight = (right: UserRight, kind: ContentKind, about?: RightsAbout, part?: string) => boolean;

/** What the user may do with content: what one may not do is not offered. The server decides again. */
export function useMay(): AskRight {
  const { caller } = useRouteContext({ from: '/shell' });
  return (right, kind, about, part) => mayDo(caller, { right, kind, about, part });
}
