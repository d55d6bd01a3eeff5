import { Button, Group, Text, TextInput } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { notifyError } from '../../../parts/dialog/notify.tsx';
import { editedQuery } from '../../../parts/draft/draftedKind.ts';
import { pluralName } from '../../../parts/pluralName.ts';
import { type Column, RowList, type RowListProps } from '../../../parts/row/RowList.tsx';
import { useMay } from '../../../session/useMay.ts';
import { ask } from '../../../wire/ask.ts';
import type { AdminContentType } from '../../../wire/interface.ts';
import { createQueryKey } from '../../../wire/keys.ts';
import { pageDrafts } from '../../page/form/pageDrafts.ts';
import type { PageRow } from '../queries.ts';
import { moveFocus, toCell } from './cells.tsx';
import classes from './DataTable.module.css';
import { PublishRows } from './PublishRows.tsx';
import { TableRow } from './TableRow.tsx';

interface DataTableProps extends Omit<RowListProps<PageRow>, 'label' | 'wrapRow'> {
  readonly type: AdminContentType;
  readonly locale: string | undefined;
  /** Shown in place of an empty table, if its filters may be why. */
  readonly noneFound: ReactNode;
}

/** The cell that is edited. */
interface EditedCell {
  readonly id: number;
  readonly column: string;
}

/**
 * Records without an address, as a table that is edited in place: a row is the form of its record. What is typed is kept,
 * and becomes the record's draft when one goes to another row; visitors get it when somebody publishes.
 */
export function DataTable({ type, locale, columns, noneFound, ...list }: DataTableProps) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const may = useMay();
  const mayEdit = may('update', 'page', { type: type.slug });
  const table = useRef<HTMLDivElement>(null);
  const [edited, setEdited] = useState<EditedCell>();
  const shown: readonly Column<PageRow>[] = columns.map((column) => toCell(column, type));

  /** Opens the form of a record at one of its values. */
  async function edit(cell: EditedCell): Promise<void> {
    try {
      await client.fetchQuery({ ...editedQuery(pageDrafts, cell.id), staleTime: 0 });
      setEdited(cell);
    } catch (error) {
      notifyError(error);
    }
  }
  function leave(cell: EditedCell): void {
    setEdited(undefined);
    // The buttons of the row are back after the next paint.
    requestAnimationFrame(() => moveFocus(table.current, cell));
  }
  /** Goes on with the same value of the next record. */
  function goOn({ id, column }: EditedCell): void {
    const at = Array.from({ length: list.total }, (_, index) => index).find((index) => list.rowAt(index)?.id === id);
    const next = at === undefined ? undefined : list.rowAt(at + 1);
    if (next) void edit({ id: next.id, column });
    else leave({ id, column });
  }

  return (
    <div ref={table}>
      <Group justify="space-between" mb="sm" align="start">
        {may('create', 'page', { type: type.slug, locale }) && (
          <NewRow
            type={type}
            locale={locale}
            onBegin={() => setEdited(undefined)}
            onCreated={(id) => void edit({ id, column: 'title' })}
          />
        )}
        <PublishRows
          type={type}
          locale={locale}
          isEditing={edited !== undefined}
          onClose={() => setEdited(undefined)}
          onEdit={(id) => void edit({ id, column: 'title' })}
        />
      </Group>
      <Text size="sm" c="dimmed" mb="xs" role="status">
        {t('dataTable.count', { count: list.total })}
      </Text>
      {list.total === 0 && noneFound}
      <div className={classes.scroller} hidden={list.total === 0}>
        {/* Each column needs room for an input. */}
        <div style={{ minInlineSize: `${shown.length * 9 + 4}rem` }}>
          <RowList
            {...list}
            label={t('dataTable.label', { type: pluralName(type) })}
            columns={shown}
            wrapRow={(row, cells) => (
              <TableRow
                row={row}
                editedColumn={row !== undefined && edited?.id === row.id ? edited.column : undefined}
                mayEdit={mayEdit}
                onEdit={(column) => row && void edit({ id: row.id, column })}
                onLeave={(column) => row && leave({ id: row.id, column })}
                onNext={(column) => row && goOn({ id: row.id, column })}
              >
                {cells}
              </TableRow>
            )}
          />
        </div>
      </div>
    </div>
  );
}

interface NewRowProps extends Pick<DataTableProps, 'type' | 'locale'> {
  /** Closes the row that is edited. */
  onBegin(): void;
  onCreated(id: number): void;
}

/** Adds a record by its title, as a draft. */
function NewRow({ type, locale, onBegin, onCreated }: NewRowProps) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const [title, setTitle] = useState('');
  const [isBusy, setBusy] = useState(false);
  async function create(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (title.trim() === '') return;
    onBegin();
    setBusy(true);
    try {
      const body = { type: type.slug, title: title.trim(), status: 'draft' as const, ...(locale && { locale }) };
      const { data } = await ask('POST /api/admin/pages', { body });
      setTitle('');
      await client.invalidateQueries({ queryKey: createQueryKey('page') });
      onCreated(data.id);
    } catch (error) {
      notifyError(error);
    } finally {
      setBusy(false);
    }
  }
  return (
    <form onSubmit={(event) => void create(event)}>
      <Group gap="xs" wrap="nowrap">
        <TextInput
          aria-label={t('dataTable.add', { type: type.name })}
          placeholder={t('dataTable.add', { type: type.name })}
          dir="auto"
          value={title}
          onChange={({ currentTarget }) => setTitle(currentTarget.value)}
        />
        <Button type="submit" variant="default" loading={isBusy} leftSection={<IconPlus size={16} />}>
          {t('common.add')}
        </Button>
      </Group>
    </form>
  );
}
