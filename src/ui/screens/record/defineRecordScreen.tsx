import { Button, Group } from '@mantine/core';
import { type Icon, IconPlus } from '@tabler/icons-react';
import { useSuspenseQuery } from '@tanstack/react-query';
import { type LinkProps, useNavigate, useSearch } from '@tanstack/react-router';
import type { ParseKeys, TFunction } from 'i18next';
import { type ReactNode, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { OpenRecord } from '../../parts/record/OpenRecord.tsx';
import { RowLink } from '../../parts/row/RowLink.tsx';
import { type Column, WholeList } from '../../parts/row/RowList.tsx';
import { SearchInput } from '../../parts/row/SearchInput.tsx';
import { EmptyState } from '../../parts/screen/EmptyState.tsx';
import { PageHead } from '../../parts/screen/PageHead.tsx';
import { useMayManage } from '../../session/useMay.ts';
import type { RecordList, RecordSearch } from './lists.ts';
import { RecordForm, type RecordFormDefinition } from './RecordForm.tsx';

interface ColumnTools<R> {
  readonly t: TFunction;
  /** A link that opens the record. */
  link(record: R, name: ReactNode): ReactNode;
}

/** A short list of records, which the server sends as a whole, and the form of one of them. */
export interface RecordScreenDefinition<R, V extends object> extends RecordFormDefinition<R, V> {
  /** The address of the route that `createRecordRoute` has made for it. */
  readonly path: string;
  readonly list: RecordList<R>;
  columns(tools: ColumnTools<R>): readonly Column<R>[];
  /** Shown instead of an empty list; absent if there always is a record. */
  readonly empty?: { readonly icon: Icon; readonly title: ParseKeys; readonly text: ParseKeys };
  readonly search?: { readonly label: ParseKeys; readonly noneFound: ParseKeys; textOf(record: R): string };
  /** A second way to add records, beside the form. */
  readonly adding?: { readonly label: ParseKeys; readonly icon: Icon; Drawer(props: DrawerProps): ReactNode };
  /** What stands below the list. */
  Below?(): ReactNode;
}

interface DrawerProps {
  onClose(): void;
}

/** Makes a screen with a list of records, each of which is edited in a drawer. */
export const defineRecordScreen =
  <R extends { readonly id: number }, V extends object>(definition: RecordScreenDefinition<R, V>) =>
  () => <RecordScreen definition={definition} />;

interface RecordScreenProps<R, V extends object> {
  readonly definition: RecordScreenDefinition<R, V>;
}

function RecordScreen<R extends { readonly id: number }, V extends object>({ definition }: RecordScreenProps<R, V>) {
  const { path, list, words, empty, search, adding, Below } = definition;
  const { t } = useTranslation();
  // The route of every such screen reads its address in the same way.
  const { search: wanted = '', open } = useSearch({ strict: false }) as RecordSearch;
  const navigate = useNavigate();
  const show = (next: RecordSearch, replace = false): void => void navigate({ to: path, search: next, replace });
  const isAdmin = useMayManage(list.kind);
  const columns = useRecordColumns(definition, wanted || undefined);
  const { data: all } = useSuspenseQuery(list);
  const rows = search
    ? all.filter((record) => search.textOf(record).toLowerCase().includes(wanted.toLowerCase()))
    : all;
  const close = (): void => show({ search: wanted || undefined }, true);
  const add = isAdmin && (
    <Button leftSection={<IconPlus size={17} />} onClick={() => show({ open: 'new' })}>
      {t(`${words}.new`)}
    </Button>
  );
  return (
    <div>
      <PageHead title={t(`${words}.title`)}>
        {isAdmin && adding && (
          <Button variant="default" leftSection={<adding.icon size={17} />} onClick={() => show({ open: 'import' })}>
            {t(adding.label)}
          </Button>
        )}
        {all.length > 0 && add}
      </PageHead>
      {search && all.length > 0 && (
        <Group mb="md" role="search">
          <SearchInput
            label={t(search.label)}
            value={wanted}
            onChange={(text) => show({ open, search: text || undefined }, true)}
          />
        </Group>
      )}
      {rows.length > 0 && <WholeList label={t(`${words}.title`)} rows={rows} columns={columns} />}
      {empty && all.length === 0 && (
        <EmptyState icon={empty.icon} title={t(empty.title)} text={t(empty.text)}>
          {add}
        </EmptyState>
      )}
      {empty && search && all.length > 0 && rows.length === 0 && (
        <EmptyState icon={empty.icon} title={t(search.noneFound)} text={t('list.noneFoundHelp')} />
      )}
      {Below && <Below />}
      {open === 'import' && isAdmin && adding && <adding.Drawer onClose={close} />}
      <OpenRecord open={open === 'import' ? undefined : open} record={all.find(({ id }) => id === open)}>
        {(record) => <RecordForm kind={list.kind} definition={definition} record={record} onClose={close} />}
      </OpenRecord>
    </div>
  );
}

function useRecordColumns<R extends { readonly id: number }, V extends object>(
  { path, columns }: RecordScreenDefinition<R, V>,
  search: string | undefined,
): readonly Column<R>[] {
  const { t } = useTranslation();
  return useMemo(
    () =>
      columns({
        t,
        link: ({ id }, name) => (
          <RowLink to={path as LinkProps['to']} search={{ search, open: id }}>
            {name}
          </RowLink>
        ),
      }),
    [columns, path, t, search],
  );
}
