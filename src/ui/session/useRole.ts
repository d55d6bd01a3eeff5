import { useRouteContext } from '@tanstack/react-router';
import { proposesOnly } from '../wire/proposing.ts';
import { type CallerRole, roleIncludes } from './session.ts';

/** Whether what the user writes may go live at all; others can only propose changes. */
export function useWritesLive(): boolean {
  const { caller } = useRouteContext({ from: '/shell' });
  return !proposesOnly(caller);
}

/** Whether the user's role includes the rights of `needed`. */
export function useRole(needed: CallerRole): boolean {
  const { caller } = useRouteContext({ from: '/shell' });
  return roleIncludes(caller.rights.level, needed);
}
