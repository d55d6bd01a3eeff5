import { useQuery } from '@tanstack/react-query';
import i18next from 'i18next';
import { useTranslation } from 'react-i18next';
import type { Role } from '../../../wire/interface.ts';
import { roleList } from './roleList.ts';

/** The roles that every site has. */
export const BUILT_IN_ROLES = ['viewer', 'editor', 'admin'] as const;

/** The three roles of every site have names of the interface. */
export function nameRole({ key, name }: Pick<Role, 'key' | 'name'>): string {
  const builtIn = BUILT_IN_ROLES.find((one) => one === key);
  return builtIn ? i18next.t(`rights.roles.${builtIn}`) : name;
}

/** What a role is called that a user or a key has; nothing until that is known. */
export function RoleName({ role: key }: { readonly role: string }): string {
  useTranslation();
  const { data = [], isPending } = useQuery(roleList);
  if (isPending && !BUILT_IN_ROLES.some((one) => one === key)) return '';
  return nameRole(data.find((one) => one.key === key) ?? { key, name: key });
}

/** The roles that admins have made, or the configuration declares. */
export function useOwnRoles() {
  const { data = [] } = useQuery(roleList);
  return data.filter(({ isBuiltIn }) => !isBuiltIn);
}

/** What a role of one's own begins with, in a line. */
export const describeRole = ({ extends: base }: Pick<Role, 'extends'>): string =>
  `${i18next.t('roles.extends')}: ${i18next.t(`roles.bases.${base ?? 'none'}`)}`;
