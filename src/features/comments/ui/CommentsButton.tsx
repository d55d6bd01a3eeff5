import { UnstyledButton } from '@mantine/core';
import { IconMessages } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useFormRail } from '../../../ui/form/FormExtras.tsx';
import classes from './Comments.module.css';
import { useThreads } from './queries.ts';

/** Opens and closes the comments beside the form of a page. */
export function CommentsButton() {
  const { t } = useTranslation();
  const { shown, show } = useFormRail();
  const open = useThreads()?.filter(({ resolved }) => resolved === null).length ?? 0;
  const isShown = shown?.startsWith('comments') === true;
  return (
    <UnstyledButton
      className={classes.opener}
      aria-pressed={isShown}
      aria-label={open === 0 ? t('comments.title') : t('comments.open', { count: open })}
      onClick={() => show(isShown ? undefined : 'comments')}
    >
      <IconMessages size={16} aria-hidden />
      {open > 0 && open}
    </UnstyledButton>
  );
}
