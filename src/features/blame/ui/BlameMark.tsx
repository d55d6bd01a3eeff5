import { UnstyledButton, VisuallyHidden } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { type FieldMarkProps, useFormRail } from '../../../ui/form/FormExtras.tsx';
import classes from './Blame.module.css';
import { sayCommit, useBlame, valuesAt } from './queries.ts';

/** At a field: who changed it last, and when. */
export function BlameMark({ path, label }: FieldMarkProps) {
  const { t, i18n } = useTranslation();
  const { shown, show } = useFormRail();
  const { data } = useBlame();
  const [last] = shown?.split('/')[0] === 'blame' ? valuesAt(data, path) : [];
  if (!last) return null;
  const text = last.commit ? sayCommit(last.commit, i18n.language) : t('blame.notSaved');
  const rail = ['blame', ...path].join('/');
  return (
    <UnstyledButton
      className={classes.mark}
      data-agent={last.commit?.isAgent || undefined}
      data-title={path[0] === 'title' || undefined}
      aria-pressed={shown === rail}
      title={text}
      onClick={() => show(rail)}
    >
      <VisuallyHidden>{t('blame.of', { label })} </VisuallyHidden>
      <span dir="auto">{text}</span>
    </UnstyledButton>
  );
}
