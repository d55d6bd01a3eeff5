import { useRouteContext } from '@tanstack/react-router';
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
