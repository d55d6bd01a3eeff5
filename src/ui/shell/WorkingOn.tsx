import { Button, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useChooseChange, useChosenChange } from '../wire/useChosenChange.ts';
import classes from './WorkingOn.module.css';

/** Says that a change is worked on and not what is live, and leads back. */
export function WorkingOn() {
  const { t } = useTranslation();
  const change = useChosenChange();
  const choose = useChooseChange();
  if (!change) return null;
  return (
    <div className={classes.banner} role="status">
      <Text size="sm" dir="auto">
        {t(change.page === null ? 'changes.banner' : 'changes.bannerDraft', { title: change.title })}
      </Text>
      <Button size="compact-sm" variant="white" color="dark" onClick={() => void choose(undefined)}>
        {t('changes.toLive')}
      </Button>
    </div>
  );
}
