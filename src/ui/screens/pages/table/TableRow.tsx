import { useHotkeys } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { createContext, type KeyboardEvent, type ReactNode, useContext, useEffect, useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { FormProvider, useIsChanged } from '../../../form/FormContext.tsx';
import { notifySuccess } from '../../../parts/dialog/notify.tsx';
import { AutoSaveMark } from '../../../parts/draft/AutoSaveMark.tsx';
import { editedQuery } from '../../../parts/draft/draftedKind.ts';
import { useDraftForm } from '../../../parts/draft/useDraftForm.ts';
import { loadOnDemand } from '../../../parts/onDemand/loadOnDemand.tsx';
import { usePageRights } from '../../../session/usePageRights.ts';
import type { AdminPage } from '../../../wire/interface.ts';
import { pageDrafts } from '../../page/form/pageDrafts.ts';
import type { PageRow } from '../queries.ts';
import classes from './DataTable.module.css';

const Clashes = loadOnDemand(async () => (await import('../../page/form/Clashes.tsx')).Clashes);

interface TableRowState {
  /** What the row shows: its draft where it has one. Undefined as long as that is what the list has. */
  readonly shown?: Pick<AdminPage, 'title' | 'fields'> | undefined;
  /** Whether the row is a form. */
  readonly isEdited: boolean;
  readonly mayEdit: boolean;
  onEdit(column: string): void;
}

const Context = createContext<TableRowState>({ isEdited: false, mayEdit: false, onEdit: () => undefined });

/** The row that a cell is part of. */
export const useTableRow = (): TableRowState => useContext(Context);

interface TableRowProps extends Pick<TableRowState, 'mayEdit' | 'onEdit'> {
  readonly row: PageRow | undefined;
  /** The column to begin with, if the row is edited. */
  readonly editedColumn: string | undefined;
  onLeave(column: string): void;
  onNext(column: string): void;
  readonly children: ReactNode;
}

export function TableRow({ row, editedColumn, mayEdit, onEdit, children, ...leaving }: TableRowProps) {
  const { data: edited } = useQuery({
    ...editedQuery(pageDrafts, row?.id ?? 0),
    enabled: row?.hasDraft === true && editedColumn === undefined,
  });
  const shown = row?.hasDraft ? edited?.data : undefined;
  const isEdited = editedColumn !== undefined;
  const state = useMemo(() => ({ shown, isEdited, mayEdit, onEdit }), [shown, isEdited, mayEdit, onEdit]);
  return (
    <Context value={state}>
      <div data-row={row?.id} className={classes.contents}>
        {row && isEdited ? (
          <EditedRow key={row.id} id={row.id} column={editedColumn} {...leaving}>
            {children}
          </EditedRow>
        ) : (
          children
        )}
      </div>
    </Context>
  );
}

interface EditedRowProps extends Pick<TableRowProps, 'onLeave' | 'onNext' | 'children'> {
  readonly id: number;
  readonly column: string;
}

/** A row as the form of its record, which the table has loaded. It is saved as the draft when it is left. */
function EditedRow({ id, column, onLeave, onNext, children }: EditedRowProps) {
  const { t } = useTranslation();
  const draftForm = useDraftForm(pageDrafts, id);
  const { form, edited, keeping, save, isInChange } = draftForm;
  const isChanged = useIsChanged(form);
  const { mayEdit, lockOf } = usePageRights(edited.live ?? edited.data);
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => focusInput(box.current, column), [column]);
  const saveNow = async (): Promise<void> => {
    if (isChanged && (await save())) notifySuccess(t(isInChange ? 'changes.saved' : 'changes.draftSaved'));
  };
  useHotkeys([['mod+S', () => void saveNow()]], [], true);
  const { status, type, locale } = edited.data;
  const record = useMemo(() => ({ kind: 'page' as const, id, type, status }), [id, type, status]);

  function onKeyDown(event: KeyboardEvent<HTMLElement>): void {
    const input = event.target as HTMLElement;
    // A list of choices that is open, and a picker on top, have these keys for themselves.
    const isBusy = input.ariaExpanded === 'true' || !box.current?.contains(input) || event.nativeEvent.isComposing;
    if (isBusy || event.defaultPrevented) return;
    const here = input.closest<HTMLElement>('[data-column]')?.dataset['column'] ?? column;
    if (event.key === 'Escape') onLeave(here);
    else if (event.key === 'Enter' && input instanceof HTMLInputElement) onNext(here);
    else return;
    event.preventDefault();
  }

  return (
    <FormProvider form={form} isReadOnly={!mayEdit} lockOf={lockOf} locale={locale} record={record}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: not interactive itself, it listens for keys of its inputs */}
      <div ref={box} className={classes.contents} onKeyDown={onKeyDown}>
        {children}
      </div>
      <div role="cell" className={classes.mark}>
        <AutoSaveMark keeping={keeping} isChanged={isChanged} />
      </div>
      {draftForm.conflicts.length > 0 && <Clashes {...draftForm} type={undefined} />}
    </FormProvider>
  );
}

/** Focuses the input of a column. Some inputs come a moment later than their row. */
function focusInput(row: HTMLElement | null, column: string): () => void {
  const find = () =>
    row?.querySelector<HTMLElement>(`[data-column="${CSS.escape(column)}"] :is(input, textarea, button, [tabindex])`);
  const present = find();
  if (present || !row) {
    present?.focus();
    return () => undefined;
  }
  const observer = new MutationObserver(() => {
    const input = find();
    if (!input) return;
    observer.disconnect();
    input.focus();
  });
  observer.observe(row, { childList: true, subtree: true });
  return () => observer.disconnect();
}
