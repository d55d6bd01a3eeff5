import { useMutation, useQueryClient } from '@tanstack/react-query';
import i18next from 'i18next';
import { notifyError, notifyErrorMessage, notifySuccess } from '../../../ui/parts/dialog/notify.tsx';
import { ask } from '../../../ui/wire/ask.ts';
import type { Change } from '../../../ui/wire/interface.ts';
import { createQueryKey } from '../../../ui/wire/keys.ts';
import { isStaleWriteError } from '../../../ui/wire/WireError.ts';

/** Puts a change in line and takes it out again. */
export function useLineActions({ name, head }: Pick<Change, 'name' | 'head'>) {
  const client = useQueryClient();
  const refresh = () => client.invalidateQueries({ queryKey: createQueryKey('change') });
  const path = { name };
  const join = useMutation({
    mutationFn: () =>
      // Only what is shown here goes live.
      ask('POST /api/admin/changes/{name}/queue', { path, headers: { 'If-Match': `"${head}"` }, body: {} }),
    onSuccess: () => void notifySuccess(i18next.t('line.joined'), () => leave.mutate()),
    onError(error) {
      if (isStaleWriteError(error)) notifyErrorMessage(i18next.t('changes.stale'));
      else notifyError(error);
    },
    onSettled: refresh,
  });
  const leave = useMutation({
    mutationFn: () => ask('DELETE /api/admin/changes/{name}/queue', { path }),
    onSuccess: () => void notifySuccess(i18next.t('line.left')),
    onError: notifyError,
    onSettled: refresh,
  });
  return {
    isBusy: join.isPending || leave.isPending,
    join: () => join.mutate(),
    leave: () => leave.mutate(),
  };
}
