import type { UseFormReturnType } from '@mantine/form';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isSameValue, pickChangedEntries } from '../../form/values.ts';
import type { AdminQueryKey } from '../../wire/keys.ts';
import { createQueryKey } from '../../wire/keys.ts';
import { WireError } from '../../wire/WireError.ts';
import { notifySuccess } from '../dialog/notify.tsx';
import { problemText } from '../screen/problemText.ts';
import { type CommitAnswer, tellSaved } from './undoOf.ts';

interface Options<V, A> {
  readonly form: UseFormReturnType<V>;
  /** The query kind that becomes stale. */
  readonly kind: AdminQueryKey[0];
  /** Whether its records have no versions, and so no drafts and no undo. */
  readonly isPrivate?: boolean | undefined;
  /**
   * Saves the form. Of an existing record only `changed` should be sent: others may have changed the rest by now.
   * Returns false if the user decided not to save after all.
   */
  save(values: V, changed: Partial<V>): Promise<A | false>;
  /** The form is saved, and nothing has been typed since. */
  onSaved?(): void;
  /** Something has been typed while the form was being saved: it goes on with the record as it is now. */
  onGoOn?(answer: A): void;
}

/** The state of saving a form. */
export interface Saving {
  submit(event?: React.FormEvent<HTMLFormElement>): void;
  readonly isBusy: boolean;
  /** The kind of content, which saving makes live at once; undefined for what is none. */
  readonly content: string | undefined;
  /** Whether the last save left out what was typed in the meantime. */
  readonly isPartlySaved: boolean;
  /** Problems that belong to no field of the form. */
  readonly problems: readonly string[];
}

/** Saves a form. Problems are shown beside their fields, in the server's words; typed values are kept. */
export function useSaving<V, A>({ form, kind, isPrivate = false, save, onSaved, onGoOn }: Options<V, A>): Saving {
  const { t } = useTranslation();
  const client = useQueryClient();
  const [problems, setProblems] = useState<readonly string[]>([]);
  const [isPartlySaved, setPartlySaved] = useState(false);
  const saving = useMutation({
    mutationFn: (values: V) => save(values, pickChangedEntries(values, form.getInitialValues())),
    onMutate() {
      setProblems([]);
      setPartlySaved(false);
    },
    async onSuccess(answer, sent) {
      if (answer === false) return;
      await client.invalidateQueries({ queryKey: createQueryKey(kind) });
      // What has been typed while it was being saved stays unsaved.
      form.resetDirty(sent);
      if (isSameValue(form.getValues(), sent)) {
        if (!isPrivate) tellSaved(writtenBy(answer), client);
        else notifySuccess(t('common.saved'));
        onSaved?.();
      } else {
        setPartlySaved(true);
        onGoOn?.(answer);
      }
    },
    onError: (error) => setProblems(showFieldProblems(form, error)),
  });
  return {
    submit: form.onSubmit((values) => saving.mutate(values)),
    content: isPrivate ? undefined : kind,
    isBusy: saving.isPending,
    isPartlySaved,
    problems,
  };
}

/** The commit that an answer tells, if it tells one. */
const writtenBy = (answer: unknown): CommitAnswer => (typeof answer === 'object' && answer !== null ? answer : {});

/** Shows each problem beside its field. @returns the problems that belong to no field */
function showFieldProblems<V>(form: UseFormReturnType<V>, error: Error): readonly string[] {
  if (!(error instanceof WireError)) return [problemText(error)];
  const names = Object.keys(form.getValues() as object);
  const rest: string[] = [];
  for (const { path = [], message } of error.problems) {
    if (path[0] !== undefined && names.includes(path[0])) form.setFieldError(path.join('.'), message);
    else rest.push(message);
  }
  const isPlaced = rest.length < error.problems.length;
  return rest.length === 0 || isPlaced ? rest : [problemText(error)];
}
