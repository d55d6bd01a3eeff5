import { Button, Text } from '@mantine/core';
import { IconKey, IconPlus } from '@tabler/icons-react';
import { useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { RecordList } from '../../parts/record/RecordList.tsx';
import { RowLink } from '../../parts/row/RowLink.tsx';
import type { Column } from '../../parts/row/RowList.tsx';
import { EmptyState } from '../../parts/screen/EmptyState.tsx';
import { PageHead } from '../../parts/screen/PageHead.tsx';
import { Time } from '../../parts/Time.tsx';
import { useRole } from '../../session/useRole.ts';
import type { ApiKey } from '../../wire/interface.ts';
import { KeyDrawer } from './KeyDrawer.tsx';
import { keysQuery } from './queries.ts';

const route = getRouteApi('/shell/keys');

/** The keys that programs come in with. */
export function KeysScreen() {
  const { t } = useTranslation();
  const { open } = route.useSearch();
  const navigate = route.useNavigate();
  const isAdmin = useRole('admin');
  const columns = useColumns();
  const { data: rows } = useSuspenseQuery(keysQuery);
  const record = rows.find(({ id }) => id === open);
  const add = isAdmin && (
    <Button leftSection={<IconPlus size={17} />} onClick={() => void navigate({ search: { open: 'new' } })}>
      {t('keys.new')}
    </Button>
  );
  return (
    <div>
      <PageHead title={t('keys.title')}>{rows.length > 0 && add}</PageHead>
      {rows.length === 0 ? (
        <EmptyState icon={IconKey} title={t('keys.emptyTitle')} text={t('keys.empty')}>
          {add}
        </EmptyState>
      ) : (
        <RecordList label={t('keys.title')} rows={rows} columns={columns} />
      )}
      {(open === 'new' || record) && (
        <KeyDrawer key={String(open)} record={record} onClose={() => void navigate({ search: {}, replace: true })} />
      )}
    </div>
  );
}

const quiet = (value: string | null) => (
  <Text span size="sm" c="dimmed">
    <Time value={value} />
  </Text>
);

function useColumns(): readonly Column<ApiKey>[] {
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

/** Two names of permissions mean the same. */
export const roleOf = (permissions: ApiKey['permissions']): 'read' | 'write' | 'all' => {
  if (permissions === 'content:read') return 'read';
  return permissions === 'content:write' ? 'write' : 'all';
};
