import { ModalsProvider, modals } from '@mantine/modals';
import { Notifications, notifications } from '@mantine/notifications';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { listenForQuestions } from './listening.ts';

export { modals, notifications };

/** What stands over every screen: questions, and what is said at the edge. */
export function Dialogs() {
  const { t } = useTranslation();
  useEffect(listenForQuestions, []);
  return (
    <>
      <ModalsProvider modalProps={{ closeButtonProps: { 'aria-label': t('common.close') } }} />
      <Notifications position="bottom-right" />
    </>
  );
}
