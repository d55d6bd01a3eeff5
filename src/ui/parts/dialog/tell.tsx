import { Button, Group } from '@mantine/core';
import type { NotificationData } from '@mantine/notifications';
import { IconAlertTriangle, IconCheck } from '@tabler/icons-react';
import i18next from 'i18next';
import { problemText } from '../screen/problemText.ts';
import { loadDialogs } from './dialogs.ts';

/** Long enough to read, to think, and to get there by keyboard. */
const UNDO_MS = 12_000;

/** Says at the edge of the screen that something has worked, and offers to undo it where that is possible. */
export function tellDone(message: string, undo?: () => void): void {
  const icon = <IconCheck size={18} />;
  if (!undo) {
    void show({ message, icon, autoClose: 4000 });
    return;
  }
  const act = (): void => {
    void hide(shown);
    undo();
  };
  const words = (
    <Group gap="xs" justify="space-between">
      {message}
      <Button size="compact-sm" variant="subtle" onClick={act}>
        {i18next.t('common.undo')}
      </Button>
    </Group>
  );
  const shown = show({ message: words, icon, autoClose: UNDO_MS });
}

/** Says at the edge of the screen what went wrong; it stays until it is closed. */
export const tellProblem = (error: unknown): void => tellTrouble(problemText(error));

/** The same in words of its own. */
export function tellTrouble(message: string): void {
  void show({
    // The same once.
    id: message,
    title: i18next.t('problem.title'),
    message,
    color: 'red',
    icon: <IconAlertTriangle size={18} />,
    autoClose: false,
  });
}

/** Comes with what shows it, a moment after the first screen. @returns its id */
async function show(notification: NotificationData): Promise<string> {
  const closeButtonProps = { 'aria-label': i18next.t('common.close') };
  const { notifications } = await loadDialogs();
  return notifications.show({ closeButtonProps, ...notification });
}

async function hide(shown: Promise<string>): Promise<void> {
  const { notifications } = await loadDialogs();
  notifications.hide(await shown);
}
