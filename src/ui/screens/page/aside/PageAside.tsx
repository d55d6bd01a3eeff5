import { Collapse, Stack, TextInput, UnstyledButton } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconChevronRight } from '@tabler/icons-react';
import { useQueries, useQuery } from '@tanstack/react-query';
import { lazy, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormScope, useProblem, useValue } from '../../../form/FormContext.tsx';
import { hyphenate } from '../../../parts/hyphenate.ts';
import { OnDemand } from '../../../parts/onDemand/OnDemand.tsx';
import { Time } from '../../../parts/Time.tsx';
import { settingsQuery, taxonomiesQuery, taxonomyQuery } from '../../../wire/queries.ts';
import type { PageAnswer } from '../queries.ts';
import classes from './PageAside.module.css';
import { PageLanguages, translationsQuery } from './PageLanguages.tsx';

const PageTerms = lazy(async () => ({ default: (await import('./PageTerms.tsx')).PageTerms }));
const SeoPanel = lazy(async () => ({ default: (await import('./SeoPanel.tsx')).SeoPanel }));

interface PageAsideProps {
  readonly page: PageAnswer['data'];
  readonly mayEdit: boolean;
}

/** Everything about a page except its content: its address, terms, languages, times, and how search engines show it. */
export function PageAside({ page, mayEdit }: PageAsideProps) {
  const { t } = useTranslation();
  const isLoaded = useIsLoaded(page.id);
  return (
    <aside className={classes.aside} aria-label={t('page.about')}>
      <Stack gap="lg">
        <PageSlugInput page={page} />
        <OnDemand>{isLoaded && <MoreAbout page={page} mayEdit={mayEdit} />}</OnDemand>
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

function MoreAbout({ page, mayEdit }: PageAsideProps) {
  const { t } = useTranslation();
  return (
    <>
      <PageTerms />
      <PageLanguages page={page} mayEdit={mayEdit} />
      <Panel title={t('page.seo')}>
        <SeoPanel page={page} />
      </Panel>
      <dl className={classes.facts}>
        <dt>{t('pages.updated')}</dt>
        <dd>
          <Time value={page.updatedAt} />
        </dd>
        <dt>{t('pages.created')}</dt>
        <dd>
          <Time value={page.createdAt} />
          {page.createdBy && ` · ${page.createdBy}`}
        </dd>
        {page.unpublishAt && (
          <>
            <dt>{t('page.goesOffline')}</dt>
            <dd>
              <Time value={page.unpublishAt} />
            </dd>
          </>
        )}
        {page.publishedAt && (
          <>
            <dt>{t('pages.published')}</dt>
            <dd>
              <Time value={page.publishedAt} />
            </dd>
          </>
        )}
      </dl>
    </>
  );
}

interface PanelProps {
  readonly title: string;
  readonly isOpenAtFirst?: boolean;
  readonly children: ReactNode;
}

function Panel({ title, isOpenAtFirst = false, children }: PanelProps) {
  const [isOpen, { toggle }] = useDisclosure(isOpenAtFirst);
  return (
    <div className={classes.panel}>
      <UnstyledButton className={classes.toggle} aria-expanded={isOpen} onClick={toggle}>
        <IconChevronRight size={15} className={classes.arrow} aria-hidden />
        {title}
      </UnstyledButton>
      <Collapse expanded={isOpen}>
        <Stack gap="md" pt="sm">
          {isOpen && <OnDemand>{children}</OnDemand>}
        </Stack>
      </Collapse>
    </div>
  );
}

function PageSlugInput({ page }: Pick<PageAsideProps, 'page'>) {
  const { t } = useTranslation();
  const { isReadOnly } = useFormScope();
  const [value, set] = useValue(['slug']);
  const problem = useProblem(['slug']);
  const isMoving = page.status === 'published' && value !== page.slug;
  return (
    <TextInput
      label={t('pages.address')}
      leftSection="/"
      dir="ltr"
      spellCheck={false}
      autoCapitalize="off"
      readOnly={isReadOnly}
      description={isMoving ? t('page.redirectHint') : undefined}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      error={problem}
      value={typeof value === 'string' ? value : ''}
      onChange={({ currentTarget }) => set(hyphenate(currentTarget))}
      data-path="slug"
    />
  );
}
