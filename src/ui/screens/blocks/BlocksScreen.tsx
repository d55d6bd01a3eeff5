import { Button, Group, Menu, Select, Text } from '@mantine/core';
import { IconChevronDown, IconPlus, IconRecycle } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { RowLink } from '../../parts/row/RowLink.tsx';
import { type Column, RowList } from '../../parts/row/RowList.tsx';
import { SearchInput } from '../../parts/row/SearchInput.tsx';
import { EmptyState } from '../../parts/screen/EmptyState.tsx';
import { PageHead } from '../../parts/screen/PageHead.tsx';
import { ProblemNotice } from '../../parts/screen/ProblemNotice.tsx';
import { Time } from '../../parts/Time.tsx';
import { useMay } from '../../session/useMay.ts';
import type { AdminBlockItem } from '../../wire/interface.ts';
import { blockTypesQuery } from '../../wire/queries.ts';
import { usePagedRows } from '../../wire/usePagedRows.ts';
import { BlockDrawer } from './BlockDrawer.tsx';
import { NewBlockDrawer } from './NewBlockDrawer.tsx';
import { type BlocksSearch, blockChunkQuery } from './queries.ts';

const route = getRouteApi('/shell/blocks');

/** The reusable blocks, which several pages share. */
export function BlocksScreen() {
  const { t } = useTranslation();
  const { open, ...filter } = route.useSearch();
  const navigate = route.useNavigate();
  const mayCreate = useMay()('create', 'block');
  const rows = usePagedRows((chunk) => blockChunkQuery(filter, chunk));
  const columns = useBlockColumns(filter);
  const { data: types = [] } = useQuery(blockTypesQuery);
  const isFiltered = filter.search !== undefined || filter.type !== undefined;
  const change = (more: BlocksSearch): void =>
    void navigate({ search: (before) => ({ ...before, ...more }), replace: true });
  const close = (): void => void navigate({ search: ({ open: _, ...rest }) => rest, replace: true });
  return (
    <div>
      <PageHead title={t('blocks.title')}>{mayCreate && <NewBlockButton />}</PageHead>
      <Group gap="xs" mb="md" role="search">
        <SearchInput
          label={t('blocks.searchReusable')}
          value={filter.search ?? ''}
          onChange={(text) => change({ search: text || undefined })}
        />
        <Select
          aria-label={t('blocks.anyType')}
          placeholder={t('blocks.anyType')}
          data={types.map(({ slug, name }) => ({ value: slug, label: name }))}
          value={filter.type ?? null}
          onChange={(type) => change({ type: type ?? undefined })}
          clearable
          clearButtonProps={{ 'aria-label': `${t('common.clear')}: ${t('blocks.anyType')}` }}
        />
      </Group>
      {rows.error && <ProblemNotice error={rows.error} onRetry={rows.retry} />}
      {rows.total === 0 && (
        <EmptyState
          icon={IconRecycle}
          title={t(isFiltered ? 'blocks.noneFound' : 'blocks.emptyTitle')}
          text={t(isFiltered ? 'list.noneFoundHelp' : 'blocks.empty')}
        />
      )}
      {rows.total !== undefined && rows.total > 0 && (
        <RowList label={t('blocks.title')} columns={columns} total={rows.total} rowAt={rows.rowAt} onShow={rows.show} />
      )}
      {open === 'new' && (
        <NewBlockDrawer
          typeSlug={filter.type ?? ''}
          onClose={close}
          onGoOn={(id) => void navigate({ search: (before) => ({ ...before, open: id }), replace: true })}
        />
      )}
      {typeof open === 'number' && <BlockDrawer key={open} id={open} onClose={close} />}
    </div>
  );
}

/** Starts a new block of a chosen type. */
function NewBlockButton() {
  const { t } = useTranslation();
  const navigate = route.useNavigate();
  const { data: types = [] } = useQuery(blockTypesQuery);
  return (
    <Menu>
      <Menu.Target>
        <Button leftSection={<IconPlus size={17} />} rightSection={<IconChevronDown size={15} />}>
          {t('blocks.new')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown miw="14rem" mah="60vh" style={{ overflowY: 'auto' }}>
        {types.map(({ slug, name }) => (
          <Menu.Item key={slug} onClick={() => void navigate({ search: { type: slug, open: 'new' } })}>
            <span dir="auto">{name}</span>
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

function useBlockColumns(filter: BlocksSearch): readonly Column<AdminBlockItem>[] {
  const { t } = useTranslation();
  const { search, type } = filter;
  return useMemo(
    () => [
      {
        id: 'title',
        label: t('blocks.name'),
        width: 'minmax(0, 1fr)',
        show: ({ id, title, typeName, typeSlug }) => (
          <RowLink to="/blocks" search={{ search, type, open: id }}>
            {title ?? typeName ?? typeSlug}
          </RowLink>
        ),
      },
      {
        id: 'type',
        label: t('blocks.type'),
        width: 'minmax(7rem, 12rem)',
        from: 'tablet',
        show: ({ typeName, typeSlug }) => <span dir="auto">{typeName ?? typeSlug}</span>,
      },
      {
        id: 'usage',
        label: t('blocks.usage'),
        width: '8rem',
        show: ({ usageCount }) => (
          <Text span size="sm" c={usageCount === 0 ? 'dimmed' : undefined}>
            {t('blocks.usedOn', { count: usageCount })}
          </Text>
        ),
      },
      {
        id: 'updated',
        label: t('pages.updated'),
        width: '9rem',
        from: 'tablet',
        show: ({ updatedAt }) => (
          <Text span size="sm" c="dimmed">
            <Time value={updatedAt} />
          </Text>
        ),
      },
    ],
    [t, search, type],
  );
}
