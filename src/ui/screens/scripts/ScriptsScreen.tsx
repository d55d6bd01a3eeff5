import { Button } from '@mantine/core';
import { IconCode, IconPlus } from '@tabler/icons-react';
import { useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { OnOff } from '../../parts/OnOff.tsx';
import { RecordList } from '../../parts/record/RecordList.tsx';
import { RowLink } from '../../parts/row/RowLink.tsx';
import type { Column } from '../../parts/row/RowList.tsx';
import { EmptyState } from '../../parts/screen/EmptyState.tsx';
import { PageHead } from '../../parts/screen/PageHead.tsx';
import { useRole } from '../../session/useRole.ts';
import type { AdminTrackingScript } from '../../wire/interface.ts';
import { scriptsQuery } from './queries.ts';
import { ScriptDrawer } from './ScriptDrawer.tsx';

const route = getRouteApi('/shell/tracking-scripts');

/** Code of others that the site brings along. */
export function ScriptsScreen() {
  const { t } = useTranslation();
  const { open } = route.useSearch();
  const navigate = route.useNavigate();
  const isAdmin = useRole('admin');
  const columns = useColumns();
  const { data: rows } = useSuspenseQuery(scriptsQuery);
  const record = rows.find(({ id }) => id === open);
  const add = isAdmin && (
    <Button leftSection={<IconPlus size={17} />} onClick={() => void navigate({ search: { open: 'new' } })}>
      {t('scripts.new')}
    </Button>
  );
  return (
    <div>
      <PageHead title={t('scripts.title')}>{rows.length > 0 && add}</PageHead>
      {rows.length === 0 ? (
        <EmptyState icon={IconCode} title={t('scripts.emptyTitle')} text={t('scripts.empty')}>
          {add}
        </EmptyState>
      ) : (
        <RecordList label={t('scripts.title')} rows={rows} columns={columns} />
      )}
      {(open === 'new' || record) && (
        <ScriptDrawer key={String(open)} record={record} onClose={() => void navigate({ search: {}, replace: true })} />
      )}
    </div>
  );
}

function useColumns(): readonly Column<AdminTrackingScript>[] {
  const { t } = useTranslation();
  return useMemo(
    () => [
      {
        id: 'name',
        label: t('common.name'),
        width: 'minmax(0, 1fr)',
        show: ({ id, name }) => (
          <RowLink to="/tracking-scripts" search={{ open: id }}>
            {name}
          </RowLink>
        ),
      },
      {
        id: 'where',
        label: t('scripts.where'),
        width: '14rem',
        from: 'tablet',
        show: ({ scope, targetPages }) =>
          scope === 'global' ? t('scripts.everywhere') : t('scripts.onPages', { count: targetPages.length }),
      },
      {
        id: 'position',
        label: t('scripts.position'),
        width: '10rem',
        from: 'desk',
        show: ({ position }) => t(`scripts.positions.${position}`),
      },
      {
        id: 'active',
        label: t('record.state'),
        width: '6.5rem',
        show: ({ isActive }) => <OnOff isOn={isActive} />,
      },
    ],
    [t],
  );
}
