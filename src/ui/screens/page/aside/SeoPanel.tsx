import { Select, Textarea, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Counter } from '../../../fields/Counter.tsx';
import { useFormScope, useProblem, useValue } from '../../../form/FormContext.tsx';
import { buildPublicUrl } from '../../../parts/buildPublicUrl.ts';
import { inputDirection } from '../../../parts/localeName.ts';
import { PictureSource } from '../../../parts/media/PictureSource.tsx';
import { settingsQuery } from '../../../wire/queries.ts';
import type { PageAnswer } from '../queries.ts';
import classes from './SeoPanel.module.css';

/** How many characters of a title and a description search engines show. */
const TITLE_SHOWN = 60;
const DESCRIPTION_SHOWN = 160;

type SeoKey = 'metaTitle' | 'metaDescription' | 'ogImage' | 'canonicalUrl' | 'robots';

/** The text, setter and common input props of one value. */
function useSeoText(key: SeoKey) {
  const { isReadOnly } = useFormScope();
  const [value, set] = useValue([key]);
  const error = useProblem([key]);
  const text = typeof value === 'string' ? value : '';
  return {
    text,
    set: (next: string | null) => set(next || undefined),
    frame: { error, readOnly: isReadOnly, 'data-path': key },
  };
}

interface SeoPanelProps {
  readonly page: PageAnswer['data'];
}

/** How a page appears in search results and when it is shared, with previews of both. */
export function SeoPanel({ page }: SeoPanelProps) {
  const { t } = useTranslation();
  const title = useSeoText('metaTitle');
  const description = useSeoText('metaDescription');
  const image = useSeoText('ogImage');
  const canonical = useSeoText('canonicalUrl');
  const robots = useSeoText('robots');
  return (
    <>
      <Previews page={page} />
      <TextInput
        {...title.frame}
        label={t('page.metaTitle')}
        dir={inputDirection(page.locale)}
        placeholder={page.title}
        value={title.text}
        onChange={({ currentTarget }) => title.set(currentTarget.value)}
        rightSection={<Counter text={title.text} max={TITLE_SHOWN} />}
        rightSectionPointerEvents="none"
      />
      <Textarea
        {...description.frame}
        label={t('page.metaDescription')}
        dir={inputDirection(page.locale)}
        autosize
        minRows={2}
        value={description.text}
        onChange={({ currentTarget }) => description.set(currentTarget.value)}
        rightSection={<Counter text={description.text} max={DESCRIPTION_SHOWN} />}
        rightSectionPointerEvents="none"
      />
      <div data-path={image.frame['data-path']}>
        <PictureSource
          label={t('page.ogImage')}
          description={t('page.ogImageHelp')}
          error={image.frame.error}
          readOnly={image.frame.readOnly}
          value={image.text}
          onChange={image.set}
        />
      </div>
      <TextInput
        {...canonical.frame}
        label={t('page.canonicalUrl')}
        description={t('page.canonicalHelp')}
        dir="ltr"
        value={canonical.text}
        onChange={({ currentTarget }) => canonical.set(currentTarget.value)}
      />
      <Select
        {...robots.frame}
        label={t('page.robots')}
        placeholder={t('page.robotsDefault')}
        data={[...new Set(['noindex', 'noindex, nofollow', ...(robots.text ? [robots.text] : [])])]}
        value={robots.text || null}
        onChange={robots.set}
        clearable
      />
    </>
  );
}

/** The page as a search engine and as a shared link show it. */
function Previews({ page }: SeoPanelProps) {
  const { t } = useTranslation();
  const { data: settings } = useQuery(settingsQuery);
  const [pageTitle] = useValue(['title']);
  const [slug] = useValue(['slug']);
  const { text: ownTitle } = useSeoText('metaTitle');
  const { text: description } = useSeoText('metaDescription');
  const { text: image } = useSeoText('ogImage');
  if (!settings) return null;
  const title = ownTitle || String(pageTitle ?? '');
  const address = buildPublicUrl({ slug: String(slug ?? ''), locale: page.locale }, settings);
  const drawn = `/api/content/og/${page.slug}.png?locale=${page.locale}`;
  return (
    <div className={classes.previews}>
      <figure className={classes.preview}>
        <figcaption>{t('page.searchPreview')}</figcaption>
        <div className={classes.address}>{address}</div>
        <div className={classes.found} dir="auto">
          {title}
        </div>
        <div className={classes.words} dir="auto">
          {description || t('page.noDescription')}
        </div>
      </figure>
      <figure className={classes.preview}>
        <figcaption>{t('page.socialPreview')}</figcaption>
        {page.status === 'published' && !image && <img src={drawn} alt="" className={classes.image} loading="lazy" />}
        {image.startsWith('/') && <img src={image} alt="" className={classes.image} loading="lazy" />}
        <div className={classes.shared} dir="auto">
          {title}
        </div>
        <div className={classes.words}>{new URL(address).host}</div>
      </figure>
    </div>
  );
}
