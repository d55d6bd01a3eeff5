import { useMantineColorScheme } from '@mantine/core';
import {
  type Icon,
  IconExternalLink,
  IconFile,
  IconMenu2,
  IconMoon,
  IconPhoto,
  IconPlus,
  IconPuzzle,
  IconRecycle,
  IconSettings,
  IconSun,
  IconTag,
} from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type NavigateOptions, useRouteContext } from '@tanstack/react-router';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { foldText } from '../../lib/text/foldText.ts';
import { framesQuery } from '../frames/queries.ts';
import { mayDo } from '../session/rights.ts';
import type { AdminSearchResult, Dashboard } from '../wire/interface.ts';
import { contentTypesQuery, settingsQuery } from '../wire/queries.ts';
import { isPlaceShown, NAVIGATION } from './navigation.ts';

/** One result, and what choosing it does. */
interface QuickSearchResult {
  readonly key: string;
  readonly icon: Icon;
  readonly words: string;
  readonly detail?: string;
  readonly to?: NavigateOptions;
  run?(): void;
}

interface FindingGroup {
  readonly label: string;
  readonly findings: readonly QuickSearchResult[];
}

type PageSearchResult = AdminSearchResult['pages'][number] | Dashboard['recentPages'][number];

const pageFinding =
  (t: TFunction) =>
  ({ id, title, locale, slug, status }: PageSearchResult): QuickSearchResult => ({
    key: `page/${id}`,
    icon: IconFile,
    words: title,
    detail: `${locale} · /${slug} · ${t(`pages.statuses.${status}`)}`,
    to: { to: '/pages/$id', params: { id: String(id) } },
  });

/** The most recently changed pages, as long as the query is empty. */
export const recentGroup = (t: TFunction, pages: Dashboard['recentPages'] = [], query: string): FindingGroup[] =>
  query === '' ? [{ label: t('find.recent'), findings: pages.slice(0, 5).map(pageFinding(t)) }] : [];

/** The server's results. */
export function foundGroups(t: TFunction, found: AdminSearchResult | undefined): FindingGroup[] {
  if (!found) return [];
  return [
    { label: t('find.pages'), findings: found.pages.map(pageFinding(t)) },
    {
      label: t('find.media'),
      findings: found.media.map(({ id, title, originalName }) => ({
        key: `media/${id}`,
        icon: IconPhoto,
        words: title || originalName,
        ...(title && { detail: originalName }),
        to: { to: '/media', search: { item: id } },
      })),
    },
    {
      label: t('find.blocks'),
      findings: found.blocks.map(({ id, title, typeSlug }) => ({
        key: `block/${id}`,
        icon: IconRecycle,
        words: title ?? typeSlug,
        to: { to: '/blocks', search: { open: id } },
      })),
    },
    {
      label: t('find.menus'),
      findings: found.menus.map(({ id, name }) => ({
        key: `menu/${id}`,
        icon: IconMenu2,
        words: name,
        to: { to: '/menus', search: { menu: id } },
      })),
    },
    {
      label: t('find.terms'),
      findings: found.terms.map(({ id, name, taxonomyId, taxonomyName }) => ({
        key: `term/${id}`,
        icon: IconTag,
        words: name,
        detail: taxonomyName,
        to: { to: '/taxonomies', search: { vocabulary: taxonomyId, open: id } },
      })),
    },
  ];
}

/** The screens of extensions. */
function useExtensionScreens(): QuickSearchResult[] {
  const { data } = useQuery(framesQuery);
  return (data?.screens ?? []).map(({ extension, path, title }) => ({
    key: `x/${extension}/${path}`,
    icon: IconPuzzle,
    words: title,
    to: { to: '/x/$extension/$path', params: { extension, path } },
  }));
}

/** The settings of the site that people look for by name. */
const SETTINGS = [
  'settings.siteName',
  'settings.tagline',
  'settings.logo',
  'settings.footer',
  'settings.languages',
  'settings.social',
] as const;

/** Screens and actions whose names contain all words of a query. */
export function useKnownGroups(query: string): FindingGroup[] {
  const { t } = useTranslation();
  const { caller } = useRouteContext({ from: '/shell' });
  const extended = useExtensionScreens();
  const screens = NAVIGATION.flatMap(({ places }) => places)
    .filter((place) => isPlaceShown(place, caller))
    .map(({ to, label, icon }): QuickSearchResult => ({ key: String(to), icon, words: t(label), to: { to } }))
    .concat(extended);
  const settings = SETTINGS.map(
    (key): QuickSearchResult => ({
      key,
      icon: IconSettings,
      words: t(key),
      detail: t('settings.title'),
      to: { to: '/settings' },
    }),
  );
  const words = foldText(query).split(/\s+/).filter(Boolean);
  const fits = (finding: QuickSearchResult): boolean => words.every((word) => foldText(finding.words).includes(word));
  return [
    { label: t('find.actions'), findings: useActions().filter(fits) },
    { label: t('find.screens'), findings: screens.filter(fits) },
    // Only when they are searched for: they are all on one screen.
    {
      label: t('find.settings'),
      findings: query === '' || caller.rights.level !== 'admin' ? [] : settings.filter(fits),
    },
  ];
}

/** Actions that are possible from anywhere. */
function useActions(): readonly QuickSearchResult[] {
  const { t } = useTranslation();
  const { caller } = useRouteContext({ from: '/shell' });
  const { data: types = [] } = useQuery(contentTypesQuery);
  const { data: settings } = useQuery(settingsQuery);
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const other = colorScheme === 'dark' ? 'light' : 'dark';
  const site = settings?.siteUrl;
  return [
    ...types
      .filter(({ slug: type }) => mayDo(caller, { right: 'create', kind: 'page', about: { type } }))
      .map(
        ({ slug, name }): QuickSearchResult => ({
          key: `new/${slug}`,
          icon: IconPlus,
          words: t('pages.newOf', { type: name }),
          to: { to: '/pages/new', search: { type: slug } },
        }),
      ),
    ...(site === undefined
      ? []
      : [
          {
            key: 'site',
            icon: IconExternalLink,
            words: t('shell.viewSite'),
            run: () => void window.open(site, '_blank', 'noopener'),
          },
        ]),
    {
      key: 'appearance',
      icon: other === 'dark' ? IconMoon : IconSun,
      words: `${t('shell.appearance')}: ${t(`shell.${other}`)}`,
      run: () => setColorScheme(other),
    },
  ];
}
