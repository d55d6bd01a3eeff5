import { useRouteContext } from '@tanstack/react-router';
import { mayAct, type Role } from './session.ts';

/** Whether the user may make anything live; others propose. */
export function useMayPublish(): boolean {
  const { caller } = useRouteContext({ from: '/shell' });
  return !caller.changesOnly;
}

/** Whether the user may do what asks for a role. */
export function useRole(needed: Role): boolean {
  const { caller } = useRouteContext({ from: '/shell' });
  return mayAct(caller.role, needed);
}
