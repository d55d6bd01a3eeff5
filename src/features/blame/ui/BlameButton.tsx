import { UnstyledButton } from '@mantine/core';
import { IconUserSearch } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useFormRail } from '../../../ui/form/FormExtras.tsx';
import classes from './Blame.module.css';

/** Shows who wrote what beside each field, and takes it away. */
export function BlameButton() {
  const { t } = useTranslation();
  const { shown, show } = useFormRail();
  const isShown = shown?.split('/')[0] === 'blame';
  return (
    <UnstyledButton
      className={classes.opener}
      aria-pressed={isShown}
      aria-label={t('blame.title')}
      title={t('blame.title')}
      onClick={() => show(isShown ? undefined : 'blame')}
    >
      <IconUserSearch size={16} aria-hidden />
    </UnstyledButton>
  );
}
