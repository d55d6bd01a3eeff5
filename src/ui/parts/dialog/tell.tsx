import type { NotificationData } from '@mantine/notifications';
import { IconAlertTriangle, IconCheck } from '@tabler/icons-react';
import i18next from 'i18next';
import { problemText } from '../screen/problemText.ts';
import { loadDialogs } from './dialogs.ts';

/** Says at the edge of the screen that something has worked. */
export function tellDone(message: string): void {
  show({ message, icon: <IconCheck size={18} />, autoClose: 4000 });
}

/** Says at the edge of the screen what went wrong; it stays until it is closed. */
export const tellProblem = (error: unknown): void => tellTrouble(problemText(error));

/** The same in words of its own. */
export function tellTrouble(message: string): void {
  show({
    // The same once.
    id: message,
    title: i18next.t('problem.title'),
    message,
    color: 'red',
    icon: <IconAlertTriangle size={18} />,
    autoClose: false,
  });
}

/** Comes with what shows it, a moment after the first screen. */
function show(notification: NotificationData): void {
  const closeButtonProps = { 'aria-label': i18next.t('common.close') };
  void loadDialogs().then(({ notifications }) => notifications.show({ closeButtonProps, ...notification }));
}
