import type { UseFormReturnType } from '@mantine/form';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { changedIn } from '../../form/values.ts';
import type { Key } from '../../wire/keys.ts';
import { keyOf } from '../../wire/keys.ts';
import { WireError } from '../../wire/WireError.ts';
import { tellDone } from '../dialog/tell.tsx';
import { problemText } from '../screen/problemText.ts';

interface Options<V> {
  readonly form: UseFormReturnType<V>;
  /** The query kind that becomes stale. */
  readonly kind: Key[0];
  /**
   * Saves the form. Of an existing record only `changed` should be sent: others may have changed the rest by now.
   * Returns false if the user decided not to save after all.
   */
  save(values: V, changed: Partial<V>): Promise<unknown>;
  onSaved?(): void;
}

/** The state of saving a form. */
export interface Saving {
  submit(event?: React.FormEvent<HTMLFormElement>): void;
  readonly isBusy: boolean;
  /** Problems that belong to no field of the form. */
  readonly problems: readonly string[];
}

/** Saves a form. Problems are shown beside their fields, in the server's words; typed values are kept. */
export function useSaving<V>({ form, kind, save, onSaved }: Options<V>): Saving {
  const { t } = useTranslation();
  const client = useQueryClient();
  const [problems, setProblems] = useState<readonly string[]>([]);
  const saving = useMutation({
    mutationFn: (values: V) => save(values, changedIn(values, form.getInitialValues())),
    onMutate: () => setProblems([]),
    async onSuccess(answer, sent) {
      if (answer === false) return;
      await client.invalidateQueries({ queryKey: keyOf(kind) });
      // What has been typed while it was being saved stays unsaved.
      form.resetDirty(sent);
      tellDone(t('common.saved'));
      onSaved?.();
    },
    onError: (error) => setProblems(placeProblems(form, error)),
  });
  return { submit: form.onSubmit((values) => saving.mutate(values)), isBusy: saving.isPending, problems };
}

/** Shows each problem beside its field. @returns the problems that belong to no field */
function placeProblems<V>(form: UseFormReturnType<V>, error: Error): readonly string[] {
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
