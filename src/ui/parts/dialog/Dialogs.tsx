import { ModalsProvider, modals } from '@mantine/modals';
import { Notifications, notifications } from '@mantine/notifications';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './Dialogs.module.css';
import { listenForQuestions } from './listening.ts';

export { modals, notifications };

/** What appears on top of every screen: dialogs and notifications. */
export function Dialogs() {
  const { t } = useTranslation();
  useEffect(listenForQuestions, []);
  return (
    <>
      <ModalsProvider modalProps={{ closeButtonProps: { 'aria-label': t('common.close') } }} />
      <Notifications position="bottom-right" className={classes.notes} />
    </>
  );
}
