import { ModalsProvider, modals } from '@mantine/modals';
import { Notifications, notifications } from '@mantine/notifications';
import { useEffect } from 'react';
import { listenForQuestions } from './dialogs.ts';

export { modals, notifications };

/** What stands over every screen: questions, and what is said at the edge. */
export function Dialogs() {
  useEffect(listenForQuestions, []);
  return (
    <>
      <ModalsProvider />
      <Notifications position="bottom-right" />
    </>
  );
}
