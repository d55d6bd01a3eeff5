import { Button } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { ask } from '../../wire/ask.ts';
import { createQueryKey } from '../../wire/keys.ts';
import { notifyError } from '../dialog/notify.tsx';

/** The button that starts what an extension does after events, once Quire has stopped it. */
export function StartEffects({ name }: { readonly name: string }) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const start = useMutation({
    mutationFn: () => ask('POST /api/admin/extensions/{name}/effects/start', { path: { name } }),
    onError: notifyError,
    // The list of extensions says whether they are stopped.
    onSettled: () =>
      Promise.all(
        (['effects', 'extensions'] as const).map((kind) =>
          client.invalidateQueries({ queryKey: createQueryKey(kind) }),
        ),
      ),
  });
  return (
    <Button size="xs" variant="default" loading={start.isPending} onClick={() => start.mutate()}>
      {t('effects.start')}
    </Button>
  );
}
