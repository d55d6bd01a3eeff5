import { Button } from '@mantine/core';
import { type Icon, IconPlus } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { Column } from '../row/RowList.tsx';
import { EmptyState } from '../screen/EmptyState.tsx';
import { PageHead } from '../screen/PageHead.tsx';
import { OpenRecord } from './OpenRecord.tsx';
import { RecordList } from './RecordList.tsx';

interface RecordScreenProps<R extends { readonly id: number }> {
  readonly title: string;
  readonly empty: { readonly icon: Icon; readonly title: string; readonly text: string };
  /** The label of the button that adds a record; undefined if the user may not. */
  readonly addLabel: string | undefined;
  readonly rows: readonly R[];
  readonly columns: readonly Column<R>[];
  /** The record that is open, according to the address. */
  readonly open: number | 'new' | undefined;
  onOpen(open: 'new' | undefined): void;
  /** The drawer that edits a record, or a new one. */
  drawer(record: R | undefined, close: () => void): ReactNode;
}

/** A short list of records, each edited in a drawer. */
export function RecordScreen<R extends { readonly id: number }>(props: RecordScreenProps<R>) {
  const { title, empty, addLabel, rows, columns, open, onOpen, drawer } = props;
  const add = addLabel !== undefined && (
    <Button leftSection={<IconPlus size={17} />} onClick={() => onOpen('new')}>
      {addLabel}
    </Button>
  );
  return (
    <div>
      <PageHead title={title}>{rows.length > 0 && add}</PageHead>
      {rows.length === 0 ? (
        <EmptyState {...empty}>{add}</EmptyState>
      ) : (
        <RecordList label={title} rows={rows} columns={columns} />
      )}
      <OpenRecord open={open} record={rows.find(({ id }) => id === open)}>
        {(record) => drawer(record, () => onOpen(undefined))}
      </OpenRecord>
    </div>
  );
}
