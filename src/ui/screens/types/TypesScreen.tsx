import { Button, SegmentedControl, Text } from '@mantine/core';
import { IconForms, IconPlus } from '@tabler/icons-react';
import { useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { loadOnDemand } from '../../parts/onDemand/loadOnDemand.tsx';
import { OpenRecord } from '../../parts/record/OpenRecord.tsx';
import { RowLink } from '../../parts/row/RowLink.tsx';
import { type Column, WholeList } from '../../parts/row/RowList.tsx';
import { EmptyState } from '../../parts/screen/EmptyState.tsx';
import { PageHead } from '../../parts/screen/PageHead.tsx';
import { useMayChange } from '../../session/useMay.ts';
import { blockTypesQuery, contentTypesQuery } from '../../wire/queries.ts';
import { readFieldDrafts } from './fields/fieldDraft.ts';
import type { AnyType, TypeKind } from './queries.ts';

/** The list comes without what builds types. */
const TypeDrawer = loadOnDemand(async () => (await import('./TypeDrawer.tsx')).TypeDrawer);

const LeftOvers = loadOnDemand(async () => (await import('./migration/LeftOvers.tsx')).LeftOvers, {
  waiting: null,
  failed: null,
});

const route = getRouteApi('/shell/types');

/** The types of pages and of blocks. */
export function TypesScreen() {
  const { t } = useTranslation();
  const { of, open } = route.useSearch();
  const navigate = route.useNavigate();
  const isAdmin = useMayChange('contentType');
  const { data: contentTypes } = useSuspenseQuery(contentTypesQuery);
  const { data: blockTypes } = useSuspenseQuery(blockTypesQuery);
  const kind: TypeKind = of === 'blocks' ? 'blockType' : 'contentType';
  const rows: readonly AnyType[] = of === 'blocks' ? blockTypes : contentTypes;
  const columns = useTypeColumns(of);
  const add = isAdmin && (
    <Button leftSection={<IconPlus size={17} />} onClick={() => void navigate({ search: { of, open: 'new' } })}>
      {t(`types.new.${kind}`)}
    </Button>
  );
  return (
    <div>
      <PageHead title={t('types.title')}>
        <SegmentedControl
          aria-label={t('types.title')}
          value={of ?? 'pages'}
          onChange={(value) => void navigate({ search: { of: value === 'blocks' ? value : undefined }, replace: true })}
          data={[
            { value: 'pages', label: t('types.ofPages') },
            { value: 'blocks', label: t('types.ofBlocks') },
          ]}
        />
        {add}
      </PageHead>
      {isAdmin && <LeftOvers kind={kind} types={rows} />}
      {rows.length === 0 ? (
        <EmptyState icon={IconForms} title={t('types.emptyTitle')} text={t('types.empty')} />
      ) : (
        <WholeList label={t('types.title')} rows={rows} columns={columns} />
      )}
      <OpenRecord key={kind} open={open} record={rows.find(({ id }) => id === open)}>
        {(record) => (
          <TypeDrawer kind={kind} record={record} onClose={() => void navigate({ search: { of }, replace: true })} />
        )}
      </OpenRecord>
    </div>
  );
}

function useTypeColumns(of: 'blocks' | undefined): readonly Column<AnyType>[] {
  const { t } = useTranslation();
  return useMemo(
    () => [
      {
        id: 'name',
        label: t('common.name'),
        width: 'minmax(0, 1fr)',
        show: ({ id, name, slug }) => (
          <>
            <RowLink to="/types" search={{ of, open: id }}>
              {name}
            </RowLink>
            <Text size="xs" c="dimmed" truncate dir="ltr">
              {slug}
            </Text>
          </>
        ),
      },
      {
        id: 'description',
        label: t('types.description'),
        width: 'minmax(0, 1.5fr)',
        from: 'desk',
        show: ({ description }) => <span dir="auto">{description}</span>,
      },
      {
        id: 'fields',
        label: t('types.fields'),
        width: '7rem',
        show: ({ fieldsSchema }) => t('types.fieldCount', { count: readFieldDrafts(fieldsSchema)?.length ?? 0 }),
      },
    ],
    [t, of],
  );
}
