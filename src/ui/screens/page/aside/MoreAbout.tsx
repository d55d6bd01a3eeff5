import { Collapse, MultiSelect, Stack, UnstyledButton } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconChevronRight } from '@tabler/icons-react';
import { type ReactNode, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormScope, useValue } from '../../../form/FormContext.tsx';
import { FormPart } from '../../../form/FormPart.tsx';
import { Time } from '../../../parts/Time.tsx';
import { type ListedVocabulary, MOST_TERMS_SHOWN, useTerms } from '../../../wire/useTerms.ts';
import type { PageAnswer } from '../queries.ts';
import classes from './PageAside.module.css';
import { PageLanguages } from './PageLanguages.tsx';
import { SeoPanel } from './SeoPanel.tsx';

interface MoreAboutProps {
  readonly page: PageAnswer['data'];
  /** Whether it has no address, so that no search engine shows it. */
  readonly isData: boolean;
}

/** What a page has besides its content and its address. */
export function MoreAbout({ page, isData }: MoreAboutProps) {
  const { t } = useTranslation();
  return (
    <>
      <FormPart path={['terms']}>
        <PageTerms />
      </FormPart>
      <PageLanguages page={page} />
      {!isData && (
        <Panel title={t('page.seo')}>
          <FormPart path={['metaTitle']}>
            <SeoPanel page={page} />
          </FormPart>
        </Panel>
      )}
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
          {isOpen && children}
        </Stack>
      </Collapse>
    </div>
  );
}

/** The terms of a page, with one input for each vocabulary. */
function PageTerms() {
  const vocabularies = useTerms();
  return vocabularies.map((vocabulary) => <TermsOf key={vocabulary.slug} vocabulary={vocabulary} />);
}

function TermsOf({ vocabulary: { name, terms } }: { readonly vocabulary: ListedVocabulary }) {
  const { t } = useTranslation();
  const { isReadOnly } = useFormScope();
  const [value, set] = useValue(['terms']);
  const data = useMemo(() => terms.map((term) => ({ value: String(term.id), label: term.name })), [terms]);
  const known = useMemo(() => new Set(terms.map(({ id }) => id)), [terms]);
  const ids = (Array.isArray(value) ? value : []) as readonly number[];
  const own = ids.filter((id) => known.has(id));
  const others = ids.filter((id) => !known.has(id));
  return (
    <MultiSelect
      label={name}
      readOnly={isReadOnly}
      data={data}
      limit={MOST_TERMS_SHOWN}
      value={own.map(String)}
      onChange={(chosen) => set([...others, ...chosen.map(Number)])}
      placeholder={own.length === 0 ? t('fields.chooseTerm') : undefined}
      searchable
      hidePickedOptions
    />
  );
}
