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
  /** What becomes stale in the cache. */
  readonly kind: Key[0];
  /**
   * Saves what has been typed, of a record that is there already only what is `changed`: the rest may be others' by now.
   * Gives false where the user has decided otherwise: nothing has been saved then.
   */
  save(values: V, changed: Partial<V>): Promise<unknown>;
  onSaved?(): void;
}

/** How a form is being saved. */
export interface Saving {
  submit(event?: React.FormEvent<HTMLFormElement>): void;
  readonly isBusy: boolean;
  /** What the server refuses and no field of the form is about. */
  readonly problems: readonly string[];
}

/** Saves a form. What the server refuses stands beside its field, in the server's words; what is typed stays. */
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

/** Puts each problem beside the field that it is about, and gives those of none. */
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
