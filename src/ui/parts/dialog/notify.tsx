import { Button, Group } from '@mantine/core';
import type { NotificationData } from '@mantine/notifications';
import { IconAlertTriangle, IconCheck } from '@tabler/icons-react';
import i18next from 'i18next';
import { ANSWERED } from '../../wire/sendRequest.ts';
import { WireError } from '../../wire/WireError.ts';
import { problemText } from '../screen/problemText.ts';
import { loadDialogs } from './dialogs.ts';

/** Long enough to read, to think, and to reach the button by keyboard. */
const UNDO_MS = 12_000;

/** The open notifications about errors, each with the address of the screen it is about. */
const troubles = new Map<string, string>();

/** Takes away the notes about errors of this screen: what they were about has succeeded, or is tried again. */
export function clearTroubles(isCleared = (screen: string): boolean => screen === window.location.pathname): void {
  for (const [id, screen] of troubles) {
    if (!isCleared(screen)) continue;
    troubles.delete(id);
    void hideNotification(Promise.resolve(id));
  }
}

/**
 * Shows a notification that something has worked, with an undo button if `undo` is given. Notes about what did not work
 * on this screen go. `onClose` is called when it has left. @returns a function that takes it away
 */
export function notifySuccess(message: string, undo?: () => void, onClose?: () => void): () => void {
  clearTroubles();
  const icon = <IconCheck size={18} />;
  const closing = onClose && { onClose };
  if (!undo) {
    const plain = showSuccess({ message, icon, autoClose: 4000, ...closing });
    return () => void hideNotification(plain);
  }
  const act = (): void => {
    void hideNotification(shown);
    undo();
  };
  const words = (
    <Group gap="xs" justify="space-between">
      <span>{message}</span>
      <Button size="compact-sm" variant="subtle" onClick={act}>
        {i18next.t('common.undo')}
      </Button>
    </Group>
  );
  const shown = showSuccess({ message: words, icon, autoClose: UNDO_MS, ...closing });
  return () => void hideNotification(shown);
}

/** The open notifications about success. */
const successes = new Set<Promise<string>>();

/** Takes away the notes of success, because something opens that they would cover. */
export function clearSuccesses(): void {
  for (const shown of successes) void hideNotification(shown);
  successes.clear();
}

/**
 * Shows a notification about an error; it stays until it is closed. That the server cannot be reached is over with its
 * next answer.
 */
export function notifyError(error: unknown): void {
  const message = problemText(error);
  notifyErrorMessage(message);
  if (!(error instanceof WireError) || (error.status !== 0 && error.status < 502)) return;
  window.addEventListener(ANSWERED, () => void hideNotification(Promise.resolve(message)), { once: true });
}

/** Like `tellProblem`, with the message given. */
export function notifyErrorMessage(message: string): void {
  troubles.set(message, window.location.pathname);
  void showNotification({
    // The same message appears only once.
    id: message,
    title: i18next.t('problem.title'),
    message,
    color: 'red',
    icon: <IconAlertTriangle size={18} />,
    autoClose: false,
    onClose: () => troubles.delete(message),
  });
}

function showSuccess(notification: NotificationData): Promise<string> {
  const shown = showNotification(notification);
  successes.add(shown);
  return shown;
}

/** Shows a notification once the dialogs are loaded. @returns its id */
async function showNotification(notification: NotificationData): Promise<string> {
  const closeButtonProps = { 'aria-label': i18next.t('common.close') };
  const { notifications } = await loadDialogs();
  return notifications.show({ closeButtonProps, ...notification });
}

async function hideNotification(shown: Promise<string>): Promise<void> {
  const { notifications } = await loadDialogs();
  notifications.hide(await shown);
}
