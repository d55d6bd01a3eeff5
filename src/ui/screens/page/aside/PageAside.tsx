import { Stack, TextInput } from '@mantine/core';
import { useQueries, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { type ContentTypeKind, kindOfType } from '../../../../model/page/typeKind.ts';
import { useFormScope, useProblem, useValue } from '../../../form/FormContext.tsx';
import { ExtensionPanels } from '../../../frames/ExtensionPanels.tsx';
import { hyphenate } from '../../../parts/hyphenate.ts';
import { loadOnDemand } from '../../../parts/onDemand/loadOnDemand.tsx';
import type { AdminContentType } from '../../../wire/interface.ts';
import { settingsQuery, taxonomiesQuery, taxonomyQuery } from '../../../wire/queries.ts';
import { type PageAnswer, translationsQuery } from '../queries.ts';
import classes from './PageAside.module.css';

const MoreAbout = loadOnDemand(async () => (await import('./MoreAbout.tsx')).MoreAbout);

interface PageAsideProps {
  readonly page: PageAnswer['data'];
  readonly type: AdminContentType | undefined;
}

/** Everything about a page except its content: its address, terms, languages, times, and how search engines show it. */
export function PageAside({ page, type }: PageAsideProps) {
  const { t } = useTranslation();
  const isLoaded = useIsLoaded(page.id);
  const kind = type ? kindOfType(type) : 'page';
  return (
    <aside className={classes.aside} aria-label={t('page.about')}>
      <Stack gap="lg">
        <PageSlugInput page={page} kind={kind} />
        {isLoaded && <MoreAbout page={page} isData={kind === 'data'} />}
        {isLoaded && type && (
          <ExtensionPanels at="page.aside" type={page.type} holder={{ fields: type.fields, path: ['fields'] }} />
        )}
      </Stack>
    </aside>
  );
}

/** Whether all that comes below the address is known: shown at once, nothing moves under a pointer. */
function useIsLoaded(id: number): boolean {
  const { data: taxonomies = [], isPending } = useQuery(taxonomiesQuery);
  const terms = taxonomies.map((taxonomy) => taxonomyQuery(taxonomy.id));
  const isLoaded = useQueries({
    queries: [settingsQuery, translationsQuery(id), ...terms],
    combine: (results) => results.every((result) => !result.isPending),
  });
  return isLoaded && !isPending;
}

interface PageSlugInputProps extends Pick<PageAsideProps, 'page'> {
  readonly kind: ContentTypeKind;
}

/** The address of a page, which a single one cannot change; the key of a record without an address. */
function PageSlugInput({ page, kind }: PageSlugInputProps) {
  const { t } = useTranslation();
  const { isReadOnly, lockOf } = useFormScope();
  const lock = lockOf?.(['slug']);
  const [value, set] = useValue(['slug']);
  const problem = useProblem(['slug']);
  const isMoving = kind === 'page' && page.status === 'published' && value !== page.slug;
  return (
    <TextInput
      label={t(kind === 'data' ? 'pages.key' : 'pages.address')}
      leftSection={kind === 'data' ? undefined : '/'}
      dir="ltr"
      spellCheck={false}
      autoCapitalize="off"
      readOnly={isReadOnly || lock !== undefined || kind === 'single'}
      description={lock ?? (isMoving ? t('page.redirectHint') : undefined)}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      error={problem}
      value={typeof value === 'string' ? value : ''}
      onChange={({ currentTarget }) => set(hyphenate(currentTarget))}
      data-path="slug"
    />
  );
}
