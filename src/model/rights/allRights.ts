import type { ActorRights } from './rights.ts';

/** May do everything. */
export const ALL_RIGHTS: ActorRights = Object.freeze({
  isBuiltIn: true,
  readsAll: true,
  asksOwner: false,
  reach: () => 'always',
  mayEver: () => true,
  mayRead: () => true,
  may: () => true,
  findMissing: () => undefined,
});
