import { Button } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { type Key, keyOf } from '../../wire/keys.ts';
import { confirm } from '../dialog/confirm.tsx';
import { tellDone, tellProblem } from '../dialog/tell.tsx';
import { undoOf } from './undoOf.ts';

interface DeleteButtonProps {
  /** The question: `Delete this redirect?` */
  readonly title: string;
  /** The consequences of deleting it. */
  readonly text: string;
  /** The query kind that becomes stale. */
  readonly kind: Key[0];
  /** The notification afterwards. */
  readonly done: string;
  onDelete(): Promise<{ readonly commit?: string | null }>;
  onDone(): void;
}

/** Deletes a record, after asking. */
export function DeleteButton({ title, text, kind, done, onDelete, onDone }: DeleteButtonProps) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const deleting = useMutation({
    mutationFn: onDelete,
    async onSuccess(answer) {
      onDone();
      // The file of a media item may be gone for good.
      tellDone(done, kind === 'media' ? undefined : undoOf(answer, client));
      await client.invalidateQueries({ queryKey: keyOf(kind) });
    },
    onError: tellProblem,
  });
  const ask = async (): Promise<void> => {
    if (await confirm({ title, text, action: t('common.delete'), isDangerous: true })) deleting.mutate();
  };
  return (
    <Button variant="subtle" color="red" onClick={() => void ask()} loading={deleting.isPending}>
      {t('common.delete')}
    </Button>
  );
}
