import type { TFunction } from 'i18next';

export const BUILT_IN_ROLES = ['viewer', 'editor', 'admin'] as const;

/** A role of one's own is called by its key. */
export const nameRole = (role: string, t: TFunction): string => {
  const builtIn = BUILT_IN_ROLES.find((one) => one === role);
  return builtIn ? t(`people.roles.${builtIn}`) : role;
};
