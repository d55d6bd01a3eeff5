import { Badge, Group } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { ask } from '../../../wire/ask.ts';
import { defineRecordScreen } from '../defineRecordScreen.tsx';
import { RoleInputs } from './RoleInputs.tsx';
import { type RoleValues, toRoleBody, toRoleValues } from './roleDraft.ts';
import { type ListedRole, roleList } from './roleList.ts';
import { nameRole } from './roleNames.ts';

/** What people may do: the three roles of every site, and those that admins make. */
export const RolesScreen = defineRecordScreen<ListedRole, RoleValues>({
  path: '/roles',
  isPrivate: true,
  list: roleList,
  words: 'roles',
  create: 'common.create',
  nameOf: (role) => nameRole(role),
  columns: ({ t, link }) => [
    {
      id: 'name',
      label: t('common.name'),
      width: 'minmax(0, 1fr)',
      show: (role) => (
        <Group gap="sm" wrap="nowrap">
          {link(role, nameRole(role))}
          <Origin role={role} />
        </Group>
      ),
    },
    {
      id: 'from',
      label: t('roles.extends'),
      width: '12rem',
      from: 'tablet',
      show: ({ extends: base }) => base && t(`roles.bases.${base}`),
    },
    {
      id: 'used',
      label: t('roles.usedBy'),
      width: '9rem',
      show: ({ usedBy }) => t('roles.count', { count: usedBy }),
    },
  ],
  toValues: toRoleValues,
  Inputs: RoleInputs,
  onCreate: async (values) => toListed(await ask('POST /api/admin/roles', { body: toRoleBody(values) })),
  onChange: async ({ id }, values) => {
    const { key: _, ...body } = toRoleBody(values);
    return toListed(await ask('PUT /api/admin/roles/{id}', { path: { id }, body }));
  },
  onDelete: (id) => ask('DELETE /api/admin/roles/{id}', { path: { id } }),
  mayDelete: ({ isFixed }) => !isFixed,
  isFixed: ({ isFixed }) => isFixed,
});

const toListed = <A extends { readonly data: Omit<ListedRole, 'id' | 'isFixed'> & { readonly id: number | null } }>(
  answer: A,
) => ({ ...answer, data: { ...answer.data, id: answer.data.id ?? 0, isFixed: false } });

/** Says of a role that cannot be changed here where it comes from. */
function Origin({ role: { isBuiltIn, isFromConfig } }: { readonly role: ListedRole }) {
  const { t } = useTranslation();
  if (!isBuiltIn && !isFromConfig) return null;
  return (
    <Badge variant="light" color="gray" size="sm" tt="none" visibleFrom="xs">
      {t(isBuiltIn ? 'roles.builtIn' : 'roles.fromConfig')}
    </Badge>
  );
}
