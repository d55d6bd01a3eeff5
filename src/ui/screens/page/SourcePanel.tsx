import { CloseButton, Group } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type RefObject, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { addSection } from '../../i18n/i18n.ts';
import { localeName } from '../../parts/localeName.ts';
import { loadOnDemand } from '../../parts/onDemand/loadOnDemand.tsx';
import { ProblemNotice } from '../../parts/screen/ProblemNotice.tsx';
import { contentTypesQuery } from '../../wire/queries.ts';
import { type PageAnswer, pageQuery } from './queries.ts';
import { ReadOnlyPage } from './ReadOnlyPage.tsx';
import { SideLanguage } from './SideLanguage.tsx';
import classes from './SourcePanel.module.css';
import { useSameField } from './useSameField.ts';

interface SourcePanelProps {
  readonly id: number;
  /** The form that is being written. */
  readonly form: RefObject<HTMLElement | null>;
  /** The path of the value in it that has the focus. */
  readonly writing: string | undefined;
  onClose(): void;
}

const SourceChanges = loadOnDemand(async () => {
  const [{ SourceChanges: Changes }] = await Promise.all([import('./SourceChanges.tsx'), addSection('translations')]);
  return Changes;
});

/** The page in another language, to read while translating. */
export function SourcePanel({ id, ...props }: SourcePanelProps) {
  const { data: answer, error } = useQuery(pageQuery(id));
  if (error) return <ProblemNotice error={error} />;
  return answer ? <Source page={answer.data} {...props} /> : null;
}

interface SourceProps extends Omit<SourcePanelProps, 'id'> {
  readonly page: PageAnswer['data'];
}

function Source({ page, form, writing, onClose }: SourceProps) {
  const { t, i18n } = useTranslation();
  const { data: types = [] } = useQuery(contentTypesQuery);
  const type = types.find(({ slug }) => slug === page.type);
  const language = localeName(page.locale, i18n.language);
  const source = useRef<HTMLElement>(null);
  useSameField({ form, source }, writing);
  return (
    <section ref={source} className={classes.source} aria-label={t('page.besideTitle', { language })}>
      <Group justify="space-between" wrap="nowrap" className={classes.head}>
        <SideLanguage locale={page.locale} role={t('page.besideRole')} />
        <CloseButton aria-label={t('page.besideClose')} onClick={onClose} />
      </Group>
      <SourceChanges source={page} type={type} />
      <ReadOnlyPage page={page} type={type} />
    </section>
  );
}
