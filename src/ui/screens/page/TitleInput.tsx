import { Textarea } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useFormScope, useProblem, useValue } from '../../form/FormContext.tsx';
import classes from './TitleInput.module.css';

/** The title. The input grows with it, but takes no line breaks. */
export function TitleInput() {
  const { t } = useTranslation();
  const { isReadOnly } = useFormScope();
  const [value, set] = useValue(['title']);
  const problem = useProblem(['title']);
  return (
    <Textarea
      aria-label={t('page.title')}
      placeholder={t('page.title')}
      variant="unstyled"
      classNames={{ input: classes.input }}
      autosize
      rows={1}
      dir="auto"
      readOnly={isReadOnly}
      error={problem}
      value={typeof value === 'string' ? value : ''}
      onChange={({ currentTarget }) => set(currentTarget.value.replaceAll(/\s*\n\s*/g, ' '))}
      data-path="title"
    />
  );
}
