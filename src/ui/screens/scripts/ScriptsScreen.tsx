import { IconCode } from '@tabler/icons-react';
import { useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { OnOff } from '../../parts/OnOff.tsx';
import { RecordScreen } from '../../parts/record/RecordScreen.tsx';
import { RowLink } from '../../parts/row/RowLink.tsx';
import type { Column } from '../../parts/row/RowList.tsx';
import { useRole } from '../../session/useRole.ts';
import type { AdminTrackingScript } from '../../wire/interface.ts';
import { scriptsQuery } from './queries.ts';
import { ScriptDrawer } from './ScriptDrawer.tsx';

const route = getRouteApi('/shell/tracking-scripts');

/** The third-party scripts that the site includes. */
export function ScriptsScreen() {
  const { t } = useTranslation();
  const { open } = route.useSearch();
  const navigate = route.useNavigate();
  const isAdmin = useRole('admin');
  const columns = useScriptColumns();
  const { data: rows } = useSuspenseQuery(scriptsQuery);
  return (
    <RecordScreen
      title={t('scripts.title')}
      empty={{ icon: IconCode, title: t('scripts.emptyTitle'), text: t('scripts.empty') }}
      addLabel={isAdmin ? t('scripts.new') : undefined}
      rows={rows}
      columns={columns}
      open={open}
      onOpen={(next) => void navigate({ search: next ? { open: next } : {}, replace: next === undefined })}
      drawer={(record, close) => <ScriptDrawer record={record} onClose={close} />}
    />
  );
}

function useScriptColumns(): readonly Column<AdminTrackingScript>[] {
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
