import { type UseFormReturnType, useForm } from '@mantine/form';
import { useRouteContext } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { AllMessages } from '../../i18n/messages.ts';
import { type DeleteAnswer, DeleteButton } from '../../parts/record/DeleteButton.tsx';
import { RecordDrawer } from '../../parts/record/RecordDrawer.tsx';
import { readOnlyUnless } from '../../parts/record/readOnlyUnless.ts';
import { useSaving } from '../../parts/record/useSaving.ts';
import { useMayManage } from '../../session/useMay.ts';
import type { Caller, RecordKind } from '../../wire/interface.ts';

/** The names of sections with the messages that lists of records and their forms need. */
type RecordWords = {
  [Name in keyof AllMessages]: AllMessages[Name] extends RecordMessages ? Name : never;
}[keyof AllMessages];

interface RecordMessages {
  readonly title: string;
  readonly new: string;
  readonly deleteTitle: string;
  readonly deleteText: string;
  readonly deleted: string;
}

export interface RecordInputsProps<R, V> {
  readonly form: UseFormReturnType<V>;
  /** Undefined for a new one. */
  readonly record: R | undefined;
  readonly isAdmin: boolean;
}

/** How the records of a kind are edited; `V` are the values of the form. */
export interface RecordFormDefinition<R, V extends object> {
  /** The section of messages that name what is done to a record. */
  readonly words: RecordWords;
  /** Whether its records have no versions, and so no drafts and no undo. */
  readonly isPrivate?: boolean;
  /** The label of the button that makes a new record. */
  readonly create: 'common.add' | 'common.create';
  nameOf(record: R): string;
  /** The values that the form opens with. */
  toValues(record: R | undefined): V;
  Inputs(props: RecordInputsProps<R, V>): ReactNode;
  onCreate(values: V): Promise<{ readonly data: R }>;
  /** Only what is `changed` should be sent: others may have changed the rest by now. */
  onChange(record: R, values: V, changed: Partial<V>): Promise<{ readonly data: R }>;
  /** What else is to be done once a record has been changed. */
  useAfterChange?(): (record: R) => Promise<void>;
  onDelete(id: number): Promise<DeleteAnswer>;
  mayDelete?(record: R, caller: Caller): boolean;
  /** Whether a record cannot be changed here. */
  isFixed?(record: R): boolean;
}

interface RecordFormProps<R, V extends object> {
  readonly kind: RecordKind;
  readonly definition: RecordFormDefinition<R, V>;
  /** Undefined for a new one. */
  readonly record: R | undefined;
  onClose(): void;
}

/** The form of a record, in a drawer. */
export function RecordForm<R extends { readonly id: number }, V extends object>(props: RecordFormProps<R, V>) {
  const { kind, definition, record: given, onClose } = props;
  const { words, create, nameOf, toValues, Inputs, onCreate, onChange, useAfterChange = useNothing } = definition;
  const { t } = useTranslation();
  const [created, setCreated] = useState<R>();
  const record = given ?? created;
  const isFixed = record !== undefined && definition.isFixed?.(record) === true;
  const isAdmin = useMayManage(kind) && !isFixed;
  const afterChange = useAfterChange();
  const form = useForm<V>({ enhanceGetInputProps: readOnlyUnless(isAdmin), initialValues: toValues(record) });
  const saving = useSaving({
    form,
    kind,
    isPrivate: definition.isPrivate,
    async save(values, changed) {
      if (!record) return onCreate(values);
      const answer = await onChange(record, values, changed);
      await afterChange(record);
      return answer;
    },
    onSaved: onClose,
    onGoOn: ({ data }) => setCreated(data),
  });
  return (
    <RecordDrawer
      title={record ? nameOf(record) : t(`${words}.new`)}
      saving={isAdmin ? saving : undefined}
      isDirty={form.isDirty()}
      action={t(record ? 'common.save' : create)}
      onClose={onClose}
      others={isAdmin && record && <DeleteRecord {...{ kind, definition, record, onClose }} />}
    >
      <Inputs form={form} record={record} isAdmin={isAdmin} />
    </RecordDrawer>
  );
}

interface DeleteRecordProps<R, V extends object> extends RecordFormProps<R, V> {
  readonly record: R;
}

function DeleteRecord<R extends { readonly id: number }, V extends object>(props: DeleteRecordProps<R, V>) {
  const { kind, definition, record, onClose } = props;
  const { words, nameOf, onDelete, mayDelete } = definition;
  const { t } = useTranslation();
  const { caller } = useRouteContext({ from: '/shell' });
  if (mayDelete && !mayDelete(record, caller)) return null;
  const name = nameOf(record);
  return (
    <DeleteButton
      title={t(`${words}.deleteTitle`, { name })}
      text={t(`${words}.deleteText`, { name })}
      kind={kind}
      done={t(`${words}.deleted`)}
      onDelete={() => onDelete(record.id)}
      onDone={onClose}
    />
  );
}

const useNothing = () => () => Promise.resolve();
