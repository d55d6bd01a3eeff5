import { useMemo } from 'react';
import { type Column, RowList } from '../row/RowList.tsx';

interface RecordListProps<T> {
  readonly label: string;
  readonly rows: readonly T[];
  readonly columns: readonly Column<T>[];
}

/** A list that the server sends as a whole. */
export function RecordList<T>({ label, rows, columns }: RecordListProps<T>) {
  const rowAt = useMemo(() => (index: number) => rows[index], [rows]);
  return <RowList label={label} columns={columns} total={rows.length} rowAt={rowAt} onShow={ignoreVisibleRows} />;
}

/** Everything is loaded already. */
const ignoreVisibleRows = (): void => undefined;
