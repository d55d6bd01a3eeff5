import { Text } from '@mantine/core';
import { modals } from '@mantine/modals';
import i18next from 'i18next';

interface Question {
  readonly title: string;
  readonly text: string;
  /** What the button says that does it. */
  readonly action: string;
  readonly isDangerous?: boolean;
}

/** Asks before something that is not taken back easily; true where the user wants it. */
export const confirm = ({ title, text, action, isDangerous = false }: Question): Promise<boolean> =>
  new Promise((resolve) => {
    modals.openConfirmModal({
      title,
      children: <Text size="sm">{text}</Text>,
      labels: { confirm: action, cancel: i18next.t('common.cancel') },
      confirmProps: isDangerous ? { color: 'red' } : { 'data-autofocus': true },
      cancelProps: isDangerous ? { 'data-autofocus': true } : {},
      onConfirm: () => resolve(true),
      // Also after the other: it has resolved then.
      onClose: () => resolve(false),
    });
  });
