import { Button } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { type AdminQueryKey, createQueryKey } from '../../wire/keys.ts';
import { confirm } from '../dialog/confirm.tsx';
import { notifyError, notifySuccess } from '../dialog/notify.tsx';
import { askFirst, type MentionedRecord } from './askFirst.tsx';
import { isWriteRestorable, undoOf } from './undoOf.ts';

interface DeleteButtonProps {
  /** The question: `Delete this redirect?` */
  readonly title: string;
  /** The consequences of deleting it; with `of`, for as many records as refer to it. */
  readonly text: string | ((count: number) => string);
  /** What others may refer to: they are named before it is deleted. */
  readonly of?: MentionedRecord;
  /** Whether it cannot be deleted while anything refers to it. */
  readonly isKeptInUse?: boolean;
  /** The query kind that becomes stale. */
  readonly kind: AdminQueryKey[0];
  /** The notification afterwards. */
  readonly done: string;
  onDelete(): Promise<DeleteAnswer>;
  onDone(): void;
}

export interface DeleteAnswer {
  readonly commit?: string | null;
  readonly meta?: object;
}

/** Deletes a record, after asking. */
export function DeleteButton(props: DeleteButtonProps) {
  const { title, text, of, isKeptInUse, kind, done, onDelete, onDone } = props;
  const { t } = useTranslation();
  const client = useQueryClient();
  const deleting = useMutation({
    mutationFn: onDelete,
    async onSuccess(answer) {
      onDone();
      // Outside of git a file is gone for good.
      notifySuccess(done, kind === 'media' && !isWriteRestorable(answer) ? undefined : undoOf(answer, client));
      await client.invalidateQueries({ queryKey: createQueryKey(kind) });
    },
    onError: notifyError,
  });
  const askHere = (): Promise<boolean> => {
    const action = t('common.delete');
    const textFor = typeof text === 'string' ? () => text : text;
    if (of) return askFirst({ title, text: textFor, action, of, ...(isKeptInUse && { isKeptInUse }) });
    return confirm({ title, text: textFor(0), action, isDangerous: true });
  };
  const act = async (): Promise<void> => {
    try {
      if (await askHere()) deleting.mutate();
    } catch (error) {
      notifyError(error);
    }
  };
  return (
    <Button variant="subtle" color="red" onClick={() => void act()} loading={deleting.isPending}>
      {t('common.delete')}
    </Button>
  );
}
