import { always, defineEntity } from '../entity.ts';
import type { Lookup } from '../entry.ts';
import { cropRulesSchema } from '../media/cropSchema.ts';
import { EXPANSIONS, RICH_TEXT_FORMATS } from '../page/pageShape.ts';
import { because } from '../reason.ts';
import { type ReferenceRenames, staysElsewhere } from '../record/referenceRename.ts';
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

export const settings = defineEntity<Settings, never>({
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
    'defaultLocale',
    'supportedLocales',
    'homeSlug',
    'redirectOnRename',
    'session',
    'ids',
    'static',
    'images',
  ],
  counter: 'settings',
  indexes: {},
  access: { read: 'viewer', create: 'admin', update: 'admin', remove: 'admin' },
  isPublic: always,
  title: (data) => data.siteName,
  references({ homeSlug, logo }) {
    const media = mediaKey(logo);
    return [
      { kind: 'pageSlug', key: homeSlug, path: ['homeSlug'] },
      ...(media === undefined ? [] : [{ kind: 'media' as const, key: media, path: ['logo'] }]),
    ];
  },
  moveReferences: (data, moves, lookup) => ({ ...data, homeSlug: moveHome(data, moves, lookup) }),
  check({ defaultLocale, supportedLocales }) {
    if (supportedLocales.includes(defaultLocale)) return [];
    const wording = because('oneOf', 'must be one of supportedLocales', { choices: supportedLocales.join(', ') });
    return [{ path: ['defaultLocale'], ...wording }];
  },
});
