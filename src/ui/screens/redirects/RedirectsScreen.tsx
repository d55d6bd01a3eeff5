import { Button, Group } from '@mantine/core';
import { IconArrowRight, IconFileImport, IconPlus, IconRoute } from '@tabler/icons-react';
import { useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { OnOff } from '../../parts/OnOff.tsx';
import { OpenRecord } from '../../parts/record/OpenRecord.tsx';
import { RecordList } from '../../parts/record/RecordList.tsx';
import { RowLink } from '../../parts/row/RowLink.tsx';
import type { Column } from '../../parts/row/RowList.tsx';
import { SearchInput } from '../../parts/row/SearchInput.tsx';
import { EmptyState } from '../../parts/screen/EmptyState.tsx';
import { PageHead } from '../../parts/screen/PageHead.tsx';
import { useRole } from '../../session/useRole.ts';
import type { AdminRedirect } from '../../wire/interface.ts';
import { ImportDrawer } from './ImportDrawer.tsx';
import { redirectsQuery } from './queries.ts';
import { RedirectDrawer } from './RedirectDrawer.tsx';

const route = getRouteApi('/shell/redirects');

/** The redirects from one address to another. */
export function RedirectsScreen() {
  const { t } = useTranslation();
  const { search = '', open } = route.useSearch();
  const navigate = route.useNavigate();
  const isAdmin = useRole('admin');
  const columns = useRedirectColumns(search || undefined);
  const { data: all } = useSuspenseQuery(redirectsQuery);
  const wanted = search.toLowerCase();
  const rows = all.filter(({ fromPath, toPath }) => `${fromPath} ${toPath}`.toLowerCase().includes(wanted));
  const add = isAdmin && (
    <Button leftSection={<IconPlus size={17} />} onClick={() => void navigate({ search: { open: 'new' } })}>
      {t('redirects.new')}
    </Button>
  );
  return (
    <div>
      <PageHead title={t('redirects.title')}>
        {isAdmin && (
          <Button
            variant="default"
            leftSection={<IconFileImport size={17} />}
            onClick={() => void navigate({ search: { open: 'import' } })}
          >
            {t('redirects.import')}
          </Button>
        )}
        {all.length > 0 && add}
      </PageHead>
      {all.length === 0 ? (
        <EmptyState icon={IconRoute} title={t('redirects.emptyTitle')} text={t('redirects.empty')}>
          {add}
        </EmptyState>
      ) : (
        <>
          <Group mb="md" role="search">
            <SearchInput
              label={t('redirects.search')}
              value={search}
              onChange={(text) =>
                void navigate({ search: (now) => ({ ...now, search: text || undefined }), replace: true })
              }
            />
          </Group>
          {rows.length > 0 ? (
            <RecordList label={t('redirects.title')} rows={rows} columns={columns} />
          ) : (
            <EmptyState icon={IconRoute} title={t('redirects.noneFound')} text={t('list.noneFoundHelp')} />
          )}
        </>
      )}
      {open === 'import' && isAdmin && <ImportDrawer onClose={() => void navigate({ search: {}, replace: true })} />}
      <OpenRecord open={open === 'import' ? undefined : open} record={all.find(({ id }) => id === open)}>
        {(record) => (
          <RedirectDrawer
            record={record}
            onClose={() => void navigate({ search: { search: search || undefined }, replace: true })}
          />
        )}
      </OpenRecord>
    </div>
  );
}

function useRedirectColumns(search: string | undefined): readonly Column<AdminRedirect>[] {
  const { t } = useTranslation();
  return useMemo(
    () => [
      {
        id: 'from',
        label: t('redirects.from'),
        width: 'minmax(0, 1fr)',
        show: ({ id, fromPath }) => (
          <RowLink to="/redirects" search={{ search, open: id }}>
            {fromPath}
          </RowLink>
        ),
      },
      {
        id: 'to',
        label: t('redirects.to'),
        width: 'minmax(0, 1fr)',
        show: ({ toPath }) => (
          <Group gap={6} wrap="nowrap">
            <IconArrowRight size={15} color="var(--quiet)" aria-hidden style={{ flex: 'none' }} />
            <span dir="ltr" title={toPath} style={{ overflow: 'hidden', textOverflow: 'ellipsis' }}>
              {toPath}
            </span>
          </Group>
        ),
      },
      {
        id: 'kind',
        label: t('redirects.kind'),
        width: '9rem',
        from: 'tablet',
        show: ({ statusCode }) => t(`redirects.short.code${statusCode}`),
      },
      {
        id: 'active',
        label: t('record.state'),
        width: '6.5rem',
        from: 'tablet',
        show: ({ isActive }) => <OnOff isOn={isActive} />,
      },
    ],
    [t, search],
  );
}
