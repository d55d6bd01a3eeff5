import { Text } from '@mantine/core';
import i18next from 'i18next';
import { openDialogs } from './dialogs.ts';

interface Question {
  readonly title: string;
  readonly text: string;
  /** The label of the confirming button. */
  readonly action: string;
  readonly isDangerous?: boolean;
}

/** Asks before something that cannot easily be undone. @returns whether the user confirmed */
export async function confirm({ title, text, action, isDangerous = false }: Question): Promise<boolean> {
  const modals = await openDialogs();
  return new Promise((resolve) => {
    modals.openConfirmModal({
      title,
      children: <Text size="sm">{text}</Text>,
      labels: { confirm: action, cancel: i18next.t('common.cancel') },
      confirmProps: isDangerous ? { color: 'red' } : { 'data-autofocus': true },
      cancelProps: isDangerous ? { 'data-autofocus': true } : {},
      onConfirm: () => resolve(true),
      // Also called after onConfirm, when the promise is already resolved.
      onClose: () => resolve(false),
    });
  });
}
