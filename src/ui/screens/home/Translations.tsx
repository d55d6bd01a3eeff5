import { Text } from '@mantine/core';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { localeName } from '../../parts/localeName.ts';
import { ask } from '../../wire/ask.ts';
import { createQueryKey } from '../../wire/keys.ts';
import { settingsQuery } from '../../wire/queries.ts';
import { HomeSection } from './HomeSection.tsx';
import classes from './LinkList.module.css';

const NONE = { missing: 0, draft: 0, current: 0, outdated: 0 };

/** How many pages of the default language are translated into another, and how far. */
const countsQuery = (locales: readonly string[]) =>
  queryOptions({
    queryKey: createQueryKey('page', 'translated', locales),
    enabled: locales.length > 0,
    queryFn: async ({ signal }) =>
      Promise.all(
        locales.map(async (to) => {
          const { meta } = await ask('GET /api/admin/translations', { query: { to, limit: 1 }, signal });
          return { locale: to, ...NONE, ...meta.states };
        }),
      ),
  });

/** What there is to translate, for sites in several languages. */
export function Translations() {
  const { t, i18n } = useTranslation();
  const { data: settings } = useQuery(settingsQuery);
  const locales = settings?.supportedLocales.filter((locale) => locale !== settings.defaultLocale) ?? [];
  const { data = [] } = useQuery(countsQuery(locales));
  const lines = data.filter(({ outdated, draft, current }) => outdated + draft + current > 0);
  if (lines.length === 0) return null;
  return (
    <HomeSection title={t('translations.title')}>
      <ul className={classes.lines}>
        {lines.map(({ locale, outdated, draft, missing }) => (
          <li key={locale} className={classes.line}>
            <Link
              to="/pages"
              search={outdated > 0 ? { locale, state: 'outdated' } : { locale }}
              className={classes.link}
            >
              {localeName(locale, i18n.language)}
            </Link>
            <span className={classes.detail}>
              {outdated > 0 && (
                <Text span inherit c="var(--warning)">
                  {t('translations.outdated', { count: outdated })}
                </Text>
              )}
              {outdated > 0 && ' · '}
              {[
                ...(draft > 0 ? [t('translations.drafts', { count: draft })] : []),
                ...(missing > 0 ? [t('translations.missing', { count: missing })] : []),
              ].join(' · ') ||
                (outdated === 0 && t('translations.complete'))}
            </span>
          </li>
        ))}
      </ul>
    </HomeSection>
  );
}
