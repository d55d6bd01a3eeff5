import { UnstyledButton } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './RowList.module.css';

/** A column of a list. */
export interface Column<T> {
  readonly id: string;
  readonly label: string;
  /** The CSS width of the grid column. */
  readonly width: string;
  /** The server's name for sorting by this column. */
  readonly sort?: string;
  /** Hidden on phones (`tablet`), or on all but wide windows (`desk`). */
  readonly from?: 'tablet' | 'desk';
  readonly show: (row: T) => ReactNode;
}

export interface RowListProps<T> {
  readonly label: string;
  readonly columns: readonly Column<T>[];
  readonly total: number;
  rowAt(index: number): T | undefined;
  /** Called with the rows that are in view. */
  onShow(first: number, last: number): void;
  /** `updated_at:desc` */
  readonly sort?: string | undefined;
  onSort?(sort: string): void;
  /** Shown before each row and in the head: the checkboxes of a selection. */
  readonly lead?:
    | { readonly head: ReactNode; readonly show: (row: T) => ReactNode; readonly isChosen?: (row: T) => boolean }
    | undefined;
  /** Wraps the cells of each row, which is then as high as they need. */
  wrapRow?(row: T | undefined, cells: ReactNode): ReactNode;
}

const ROW_REM = 3.5;
const PHONE_REM = 4.25;

/** A table of any length, of which only the rows in view are rendered. */
export function RowList<T>(props: RowListProps<T>) {
  const { label, columns, total, rowAt, onShow, sort, onSort, lead, wrapRow } = props;
  const list = useRef<HTMLDivElement>(null);
  const [top, setTop] = useState(0);
  const isPhone = useMediaQuery('(max-width: 40rem)', false, { getInitialValueInEffect: false });
  const rowHeight = (isPhone ? PHONE_REM : ROW_REM) * 16;
  const virtualizer = useWindowVirtualizer({
    count: total,
    estimateSize: () => rowHeight,
    overscan: 12,
    scrollMargin: top,
  });
  useEffect(() => setTop(list.current?.offsetTop ?? 0), []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: rows of another height must be measured again
  useEffect(() => virtualizer.measure(), [virtualizer, rowHeight]);

  const items = virtualizer.getVirtualItems();
  const first = items[0]?.index ?? 0;
  const last = items.at(-1)?.index ?? 0;
  useEffect(() => onShow(first, last), [onShow, first, last]);

  const isChosenAt = (index: number): boolean => {
    const row = rowAt(index);
    return row !== undefined && lead?.isChosen?.(row) === true;
  };
  const wrap = wrapRow ?? ((_, cells) => cells);
  const shown = useShownColumns(columns);
  const grid = {
    gridTemplateColumns: [...(lead ? ['clamp(1.5rem, 5vw, 2.5rem)'] : []), ...shown.map(({ width }) => width)].join(
      ' ',
    ),
  };
  return (
    <div role="table" aria-label={label} aria-rowcount={total + 1} className={classes.table}>
      <div role="row" aria-rowindex={1} className={classes.head} style={grid}>
        {lead && <div role={lead.head ? 'columnheader' : 'cell'}>{lead.head}</div>}
        {shown.map((column) => (
          <ColumnHead key={column.id} column={column} sort={sort} onSort={onSort} />
        ))}
      </div>
      <div ref={list} role="rowgroup" className={classes.rows} style={{ height: virtualizer.getTotalSize() }}>
        {items.map(({ index, key, start }) => (
          <div
            key={key}
            {...(wrapRow && { ref: virtualizer.measureElement, 'data-index': index })}
            data-chosen={isChosenAt(index) || undefined}
            role="row"
            aria-rowindex={index + 2}
            className={classes.row}
            style={{
              ...grid,
              [wrapRow ? 'minHeight' : 'height']: rowHeight,
              transform: `translateY(${start - virtualizer.options.scrollMargin}px)`,
            }}
          >
            {wrap(rowAt(index), <Cells row={rowAt(index)} columns={shown} lead={lead?.show} />)}
          </div>
        ))}
      </div>
    </div>
  );
}

interface CellsProps<T> {
  readonly row: T | undefined;
  readonly columns: readonly Column<T>[];
  readonly lead: ((row: T) => ReactNode) | undefined;
}

function Cells<T>({ row, columns, lead }: CellsProps<T>) {
  return (
    <>
      {lead && (
        <div role="cell" className={classes.lead}>
          {row !== undefined && lead(row)}
        </div>
      )}
      {columns.map(({ id, show }) => (
        <div key={id} role="cell" className={classes.cell}>
          {row === undefined ? <span className={classes.waiting} /> : show(row)}
        </div>
      ))}
    </>
  );
}

interface ColumnHeadProps<T> extends Pick<RowListProps<T>, 'sort' | 'onSort'> {
  readonly column: Column<T>;
}

function ColumnHead<T>({ column, sort: order = '', onSort }: ColumnHeadProps<T>) {
  const { t } = useTranslation();
  const [by, direction] = order.split(':');
  const isSorted = column.sort !== undefined && column.sort === by;
  const isDescending = direction === 'desc';
  if (column.sort === undefined || !onSort) return <div role="columnheader">{column.label}</div>;
  const Arrow = isDescending ? IconArrowDown : IconArrowUp;
  const ariaSort = isDescending ? 'descending' : 'ascending';
  return (
    <div role="columnheader" aria-sort={isSorted ? ariaSort : 'none'}>
      <UnstyledButton
        className={classes.sort}
        onClick={() => onSort(`${column.sort}:${isSorted && !isDescending ? 'desc' : 'asc'}`)}
        title={t('list.sortBy', { column: column.label })}
      >
        {column.label}
        {isSorted && <Arrow size={14} aria-hidden />}
      </UnstyledButton>
    </div>
  );
}

/** The columns that the window is wide enough for. */
function useShownColumns<T>(columns: readonly Column<T>[]): readonly Column<T>[] {
  const isTablet = useMediaQuery('(min-width: 44rem)', true, { getInitialValueInEffect: false });
  const isDesk = useMediaQuery('(min-width: 70rem)', true, { getInitialValueInEffect: false });
  return columns.filter(({ from }) => from === undefined || (from === 'tablet' ? isTablet : isDesk));
}

interface WholeListProps<T> {
  readonly label: string;
  readonly rows: readonly T[];
  readonly columns: readonly Column<T>[];
}

/** A list that the server sends as a whole. */
export function WholeList<T>({ label, rows, columns }: WholeListProps<T>) {
  const rowAt = useMemo(() => (index: number) => rows[index], [rows]);
  return <RowList label={label} columns={columns} total={rows.length} rowAt={rowAt} onShow={ignoreVisibleRows} />;
}

/** Everything is loaded already. */
const ignoreVisibleRows = (): void => undefined;
