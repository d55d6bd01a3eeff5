import { Text } from '@mantine/core';
import { IconKey } from '@tabler/icons-react';
import { useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { RecordScreen } from '../../parts/record/RecordScreen.tsx';
import { RowLink } from '../../parts/row/RowLink.tsx';
import type { Column } from '../../parts/row/RowList.tsx';
import { Time } from '../../parts/Time.tsx';
import { useRole } from '../../session/useRole.ts';
import type { ApiKey } from '../../wire/interface.ts';
import { KeyDrawer } from './KeyDrawer.tsx';
import { keysQuery } from './queries.ts';

const route = getRouteApi('/shell/keys');

/** The API keys, with which programs log in. */
export function KeysScreen() {
  const { t } = useTranslation();
  const { open } = route.useSearch();
  const navigate = route.useNavigate();
  const isAdmin = useRole('admin');
  const columns = useApiKeyColumns();
  const { data: rows } = useSuspenseQuery(keysQuery);
  return (
    <RecordScreen
      title={t('keys.title')}
      empty={{ icon: IconKey, title: t('keys.emptyTitle'), text: t('keys.empty') }}
      addLabel={isAdmin ? t('keys.new') : undefined}
      rows={rows}
      columns={columns}
      open={open}
      onOpen={(next) => void navigate({ search: next ? { open: next } : {}, replace: next === undefined })}
      drawer={(record, close) => <KeyDrawer record={record} onClose={close} />}
    />
  );
}

const quiet = (value: string | null) => (
  <Text span size="sm" c="dimmed">
    <Time value={value} />
  </Text>
);

function useApiKeyColumns(): readonly Column<ApiKey>[] {
  const { t } = useTranslation();
  return useMemo(
    () => [
      {
        id: 'name',
        label: t('common.name'),
        width: 'minmax(0, 1fr)',
        show: ({ id, name }) => (
          <RowLink to="/keys" search={{ open: id }}>
            {name}
          </RowLink>
        ),
      },
      {
        id: 'key',
        label: t('keys.begins'),
        width: '10rem',
        from: 'tablet',
        show: ({ keyPrefix }) => <code>{keyPrefix}…</code>,
      },
      {
        id: 'may',
        label: t('keys.may'),
        width: '11rem',
        from: 'tablet',
        show: ({ permissions }) => t(`keys.rights.${roleOf(permissions)}`),
      },
      {
        id: 'used',
        label: t('keys.lastUsed'),
        width: '9rem',
        from: 'desk',
        show: ({ lastUsedAt }) =>
          lastUsedAt ? (
            quiet(lastUsedAt)
          ) : (
            <Text span size="sm" c="dimmed">
              {t('keys.never')}
            </Text>
          ),
      },
      {
        id: 'expires',
        label: t('keys.expires'),
        width: '9rem',
        show: ({ expiresAt }) =>
          expiresAt ? (
            quiet(expiresAt)
          ) : (
            <Text span size="sm" c="dimmed">
              {t('keys.never')}
            </Text>
          ),
      },
    ],
    [t],
  );
}

/** The role that permissions amount to: two of them mean the same. */
export const roleOf = (permissions: ApiKey['permissions']): 'read' | 'write' | 'all' => {
  if (permissions === 'content:read') return 'read';
  return permissions === 'content:write' ? 'write' : 'all';
};
