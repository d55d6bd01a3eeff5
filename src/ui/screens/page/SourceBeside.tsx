import { CloseButton, Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { localeName } from '../../parts/localeName.ts';
import { Problem } from '../../parts/screen/Problem.tsx';
import { contentTypesQuery } from '../../wire/queries.ts';
import { type PageAnswer, pageQuery } from './queries.ts';
import { ReadOnlyPage } from './ReadOnlyPage.tsx';
import classes from './SourceBeside.module.css';

interface SourceBesideProps {
  readonly id: number;
  onClose(): void;
}

/** The page in another language, to read while translating. */
export function SourceBeside({ id, onClose }: SourceBesideProps) {
  const { data: answer, error } = useQuery(pageQuery(id));
  if (error) return <Problem error={error} />;
  return answer ? <Source page={answer.data} onClose={onClose} /> : null;
}

interface SourceProps {
  readonly page: PageAnswer['data'];
  onClose(): void;
}

function Source({ page, onClose }: SourceProps) {
  const { t, i18n } = useTranslation();
  const { data: types = [] } = useQuery(contentTypesQuery);
  const type = types.find(({ slug }) => slug === page.type);
  const language = localeName(page.locale, i18n.language);
  return (
    <section className={classes.source} aria-label={t('page.besideTitle', { language })}>
      <Group justify="space-between" wrap="nowrap" mb="md">
        <Text size="sm" c="dimmed">
          {language}
        </Text>
        <CloseButton aria-label={t('page.besideClose')} onClick={onClose} />
      </Group>
      <ReadOnlyPage page={page} type={type} />
    </section>
  );
}
