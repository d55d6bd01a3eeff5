import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useMayPublish, useRole } from '../session/useRole.ts';
import { useChosenChange } from '../wire/useChosenChange.ts';
import { useLeaveGone } from './useLeaveGone.ts';
import classes from './WorkingOn.module.css';

/** A banner that says which change the user is working on. */
export function WorkingOn() {
  const { t } = useTranslation();
  const change = useChosenChange();
  const mayPublish = useMayPublish();
  const mayEdit = useRole('editor');
  useLeaveGone();
  if (!change)
    return mayPublish || !mayEdit ? null : (
      <div className={classes.banner} role="status">
        <Text size="sm">{t('changes.proposesOnly')}</Text>
      </div>
    );
  return (
    <div className={classes.banner} role="status">
      <Text size="sm" dir="auto">
        {t('changes.banner', { title: change.title })}
      </Text>
    </div>
  );
}
