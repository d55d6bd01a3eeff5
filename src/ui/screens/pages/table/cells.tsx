import { TextInput, UnstyledButton } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { KeyboardEvent, ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { FieldRow } from '../../../fields/Fields.tsx';
import { useFormScope, useProblem, useValue } from '../../../form/FormContext.tsx';
import type { Column } from '../../../parts/row/RowList.tsx';
import type { AdminContentType, Field } from '../../../wire/interface.ts';
import { fitsCell } from '../columns.tsx';
import type { PageRow } from '../queries.ts';
import classes from './DataTable.module.css';
import { useTableRow } from './TableRow.tsx';

/** A column of a list of pages, as one of a table: its values are edited in place where they fit. */
export function toCell(column: Column<PageRow>, { fields }: AdminContentType): Column<PageRow> {
  const { from: _, ...kept } = column;
  if (column.id === 'title')
    return { ...kept, width: 'minmax(11rem, 1.5fr)', show: (row) => <TitleCell row={row} label={column.label} /> };
  const field = fields.find(({ name }) => column.id === `field.${name}`);
  if (!field || !fitsCell(field)) return kept;
  const show = (row: PageRow) => <FieldCell row={row} field={field} column={column} />;
  return { ...kept, width: 'minmax(9rem, 1fr)', show };
}

interface FieldCellProps {
  readonly row: PageRow;
  readonly field: Field;
  readonly column: Column<PageRow>;
}

function FieldCell({ row, field, column }: FieldCellProps) {
  const { isEdited, shown = row } = useTableRow();
  if (isEdited)
    return (
      <div className={classes.input} data-column={column.id}>
        <FieldRow field={field} path={FIELDS} />
      </div>
    );
  // The values are those of the draft, where there is one.
  const { summaries: _, ...plain } = row;
  return (
    <CellButton column={column.id} label={column.label}>
      {column.show({ ...(shown === row ? row : plain), fields: shown.fields })}
    </CellButton>
  );
}

/** The path of the fields; the same object each time. */
const FIELDS = ['fields'];

function TitleCell({ row, label }: { readonly row: PageRow; readonly label: string }) {
  const { t } = useTranslation();
  const { isEdited, shown = row } = useTableRow();
  if (isEdited) return <TitleInput label={label} />;
  return (
    <span className={classes.title}>
      <CellButton column="title" label={label}>
        <span dir="auto">{shown.title}</span>
      </CellButton>
      <Link to="/pages/$id" params={{ id: String(row.id) }} className={classes.open}>
        {t('dataTable.open')}
        <span className="visuallyHidden"> {shown.title}</span>
      </Link>
    </span>
  );
}

function TitleInput({ label }: { readonly label: string }) {
  const { isReadOnly, lockOf } = useFormScope();
  const [value, set] = useValue(['title']);
  const problem = useProblem(['title']);
  return (
    <div className={classes.input} data-column="title" data-path="title">
      <TextInput
        aria-label={label}
        dir="auto"
        readOnly={isReadOnly || lockOf?.(['title']) !== undefined}
        error={problem}
        value={typeof value === 'string' ? value : ''}
        onChange={({ currentTarget }) => set(currentTarget.value)}
      />
    </div>
  );
}

interface CellButtonProps {
  readonly column: string;
  readonly label: string;
  readonly children: ReactNode;
}

/** A value that opens the form of its row. Arrows lead to its neighbours. */
function CellButton({ column, label, children }: CellButtonProps) {
  const { mayEdit, onEdit } = useTableRow();
  if (!mayEdit) return children;
  return (
    <UnstyledButton
      className={classes.value}
      data-cell={column}
      onClick={() => onEdit(column)}
      onKeyDown={(event) => {
        if (event.key !== 'F2') return goToNeighbour(event);
        event.preventDefault();
        onEdit(column);
      }}
    >
      <span className="visuallyHidden">{label}: </span>
      {children}
    </UnstyledButton>
  );
}

/** How far an arrow leads, in rows and in columns. */
const STEPS: Readonly<Record<string, readonly [rows: number, columns: number]>> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
};

function goToNeighbour(event: KeyboardEvent<HTMLElement>): void {
  const step = STEPS[event.key];
  const row = event.currentTarget.closest<HTMLElement>('[role=row]');
  if (!step || !row) return;
  event.preventDefault();
  const [rows, columns] = step;
  const next = row.parentElement?.querySelector(`[aria-rowindex="${Number(row.ariaRowIndex) + rows}"]`);
  const cells = [...(next?.querySelectorAll<HTMLElement>('[data-cell]') ?? [])];
  const at = cells.findIndex(({ dataset }) => dataset['cell'] === event.currentTarget.dataset['cell']);
  const isReversed = getComputedStyle(row).direction === 'rtl';
  cells[at + (isReversed ? -columns : columns)]?.focus();
}

/** Moves the focus to a cell, once its row is shown again. */
export function moveFocus(table: HTMLElement | null, { id, column }: { readonly id: number; readonly column: string }) {
  table?.querySelector<HTMLElement>(`[data-row="${id}"] [data-cell="${CSS.escape(column)}"]`)?.focus();
}
