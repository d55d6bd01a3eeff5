import { CloseButton, Group, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { RegionBlocks } from '../../blocks/RegionBlocks.tsx';
import { regionsOf } from '../../blocks/regionsOf.ts';
import { Fields } from '../../fields/Fields.tsx';
import { createFormDocument } from '../../form/document.ts';
import { FormProvider } from '../../form/FormContext.tsx';
import { localeName } from '../../parts/localeName.ts';
import { Problem } from '../../parts/screen/Problem.tsx';
import { contentTypesQuery } from '../../wire/queries.ts';
import { toValues } from './form/pageValues.ts';
import type { PageAnswer } from './queries.ts';
import { pageQuery } from './queries.ts';
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
  const form = useMemo(() => createFormDocument(toValues(page)), [page]);
  const language = localeName(page.locale, i18n.language);
  return (
    <section className={classes.source} aria-label={t('page.besideTitle', { language })}>
      <Group justify="space-between" wrap="nowrap" mb="md">
        <Text size="sm" c="dimmed">
          {language}
        </Text>
        <CloseButton aria-label={t('page.besideClose')} onClick={onClose} />
      </Group>
      <FormProvider form={form} isReadOnly locale={page.locale}>
        <Stack gap="xl">
          <Title order={2} size="h3" dir="auto" lang={page.locale}>
            {page.title}
          </Title>
          {type && <Fields fields={type.fields} path={['fields']} />}
          {type &&
            regionsOf(type, Object.keys(page.regions)).map((region) => (
              <RegionBlocks key={region.name} region={region} />
            ))}
        </Stack>
      </FormProvider>
    </section>
  );
}
