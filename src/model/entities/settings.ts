import { always, defineEntity } from '../entity.ts';
import type { Lookup } from '../entry.ts';
import type { Detail } from '../errors.ts';
import { cropRulesSchema } from '../media/cropSchema.ts';
import { EXPANSIONS, RICH_TEXT_FORMATS } from '../page/pageShape.ts';
import { because } from '../reason.ts';
import { type ReferenceRenames, staysElsewhere } from '../record/referenceRename.ts';
import { BY_LANGUAGE, languageKeys, topWords, translatedWords } from '../record/words.ts';
import { referenceName } from '../reference.ts';
import { mediaKey } from '../richText/imageSource.ts';
import {
  choice,
  flag,
  type Infer,
  label,
  list,
  locale,
  object,
  pageSlug,
  record,
  text,
  withDefault,
} from '../schema/schema.ts';
import { fallbackLocales } from '../text/locale.ts';

export const SESSION_DURATIONS = ['24h', '7d', '14d', '30d'] as const;

/** How new records get their ids: at random, or as the next number of their kind (for a site with one server and no clones). */
export const ID_STRATEGIES = ['random', 'sequential'] as const;
export type IdStrategy = (typeof ID_STRATEGIES)[number];

/** The shape of pages and lists in the files of the static site. */
const STATIC = { expand: [], richtext: 'json' } as const;
const staticShape = object({
  /** The kinds of objects shown in place of their ids. */
  expand: withDefault(list(choice(...EXPANSIONS), { maxItems: EXPANSIONS.length, uniqueItems: true }), STATIC.expand),
  richtext: withDefault(choice(...RICH_TEXT_FORMATS), STATIC.richtext),
});

/** An absent language is none that falls back on others. */
const fallbackList = () => ({
  ...record(list(locale(), { maxItems: 20, uniqueItems: true })),
  propertyNames: { format: 'locale' },
  maxProperties: 200,
});

export const settingsSchema = object(
  {
    siteName: withDefault(label(200), 'Quire'),
    tagline: withDefault(text({ maxLength: 500 }), ''),
    footer: withDefault(object({ text: withDefault(text(), '') }), { text: '' }),
    social: withDefault(record(text({ maxLength: 2000 })), {}),
    defaultLocale: withDefault(locale(), 'en'),
    supportedLocales: withDefault(list(locale(), { minItems: 1, maxItems: 200, uniqueItems: true }), ['en']),
    homeSlug: withDefault(pageSlug(), 'home'),
    /** Whether a public page that moves leaves a redirect at its old address. */
    redirectOnRename: withDefault(flag(), true),
    session: withDefault(object({ duration: withDefault(choice(...SESSION_DURATIONS), '24h') }), { duration: '24h' }),
    ids: withDefault(choice(...ID_STRATEGIES), 'random'),
    static: withDefault(staticShape, STATIC),
  },
  {
    logo: text({ maxLength: 2000 }),
    /** The languages that stand in for a language, the best first, where a reader asks for that. */
    fallbacks: fallbackList(),
    translations: translatedWords({
      siteName: text({ maxLength: 200 }),
      tagline: text({ maxLength: 500 }),
      footer: object({}, { text: text() }),
    }),
    /** The crops that pictures have, by name. */
    images: cropRulesSchema(),
  },
);
export type Settings = Infer<typeof settingsSchema>;

declare module '../records.ts' {
  interface Records {
    settings: Settings;
  }
}

/** All locales share the slug of the home page; the default locale's page takes it along. */
function moveHome({ homeSlug, defaultLocale }: Settings, moves: ReferenceRenames, lookup: Lookup): string {
  const move = moves.get(referenceName({ kind: 'pageSlug', key: homeSlug }));
  if (!move?.to) return homeSlug;
  const isKept = move.locale !== defaultLocale && staysElsewhere(move, lookup);
  return isKept ? homeSlug : move.to;
}

const notSupported = ({ supportedLocales }: Settings) =>
  because('oneOf', 'must be one of supportedLocales', { choices: supportedLocales.join(', ') });

const checkDefaultLocale = (data: Settings): readonly Detail[] =>
  data.supportedLocales.includes(data.defaultLocale) ? [] : [{ path: ['defaultLocale'], ...notSupported(data) }];

/** Only languages of the site, and none that comes back to itself. */
function checkFallbacks(data: Settings): readonly Detail[] {
  const { fallbacks = {}, supportedLocales } = data;
  return Object.entries(fallbacks).flatMap(([from, to]) => [
    ...(supportedLocales.includes(from) ? [] : [{ path: ['fallbacks', from], ...notSupported(data) }]),
    ...to.flatMap((one, index) => {
      const path = ['fallbacks', from, String(index)];
      if (!supportedLocales.includes(one)) return [{ path, ...notSupported(data) }];
      const isCycle = one === from || fallbackLocales(fallbacks, one).includes(from);
      return isCycle ? [{ path, ...because('fallbackCycle', `leads back to "${from}"`, { locale: from }) }] : [];
    }),
  ]);
}

const words = topWords<Settings>('siteName', 'tagline', 'footer');

export const settings = defineEntity<Settings, typeof BY_LANGUAGE>({
  name: 'settings',
  plural: 'settings',
  file: 'site',
  home: 'content',
  schema: settingsSchema,
  order: [
    'siteName',
    'tagline',
    'logo',
    'footer',
    'social',
    'translations',
    'defaultLocale',
    'supportedLocales',
    'fallbacks',
    'homeSlug',
    'redirectOnRename',
    'session',
    'ids',
    'static',
    'images',
  ],
  counter: 'settings',
  indexes: { [BY_LANGUAGE]: languageKeys(words) },
  access: { read: 'viewer', create: 'admin', update: 'admin', remove: 'admin' },
  isPublic: always,
  title: (data) => data.siteName,
  words,
  references({ homeSlug, logo }) {
    const media = mediaKey(logo);
    return [
      { kind: 'pageSlug', key: homeSlug, path: ['homeSlug'] },
      ...(media === undefined ? [] : [{ kind: 'media' as const, key: media, path: ['logo'] }]),
    ];
  },
  moveReferences: (data, moves, lookup) => ({ ...data, homeSlug: moveHome(data, moves, lookup) }),
  check: (data) => [...checkDefaultLocale(data), ...checkFallbacks(data)],
});
