import { Button, Group, Stack, Text } from '@mantine/core';
import i18next from 'i18next';
import type { ReactNode } from 'react';
import { openDialogs } from './dialogs.ts';

interface ConfirmOptions {
  readonly title: string;
  readonly text: string;
  /** Shown below the text. */
  readonly more?: ReactNode;
  /** The label of the confirming button. */
  readonly action: string;
  readonly isDangerous?: boolean;
}

/** Asks before something that cannot easily be undone. @returns whether the user confirmed */
export async function confirm({ title, text, more, action, isDangerous = false }: ConfirmOptions): Promise<boolean> {
  const modals = await openDialogs();
  return new Promise((resolve) => {
    modals.openConfirmModal({
      title,
      children: <DialogText text={text} more={more} />,
      labels: { confirm: action, cancel: i18next.t('common.cancel') },
      confirmProps: isDangerous ? { color: 'red' } : { 'data-autofocus': true },
      cancelProps: isDangerous ? { 'data-autofocus': true } : {},
      onConfirm: () => resolve(true),
      // Also called after onConfirm, when the promise is already resolved.
      onClose: () => resolve(false),
    });
  });
}

/** Says why something cannot be done. */
export async function showExplanation({
  title,
  text,
  more,
}: Omit<ConfirmOptions, 'action' | 'isDangerous'>): Promise<void> {
  const modals = await openDialogs();
  const id = modals.open({
    title,
    children: (
      <Stack>
        <DialogText text={text} more={more} />
        <Group justify="end">
          <Button variant="default" data-autofocus onClick={() => modals.close(id)}>
            {i18next.t('common.close')}
          </Button>
        </Group>
      </Stack>
    ),
  });
}

function DialogText({ text, more }: Pick<ConfirmOptions, 'text' | 'more'>) {
  return (
    <div>
      <Text size="sm">{text}</Text>
      {more}
    </div>
  );
}
