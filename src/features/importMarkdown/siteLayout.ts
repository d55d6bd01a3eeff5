import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse as parseToml } from 'smol-toml';
import type { Json } from '../../convert/foundSite.ts';
import type { Notes } from '../../convert/notes.ts';
import { slugify } from '../../lib/text/slugify.ts';
import { isMapping } from '../../model/fields/values.ts';
import { isLocale } from '../../model/text/locale.ts';
import { parseYaml } from '../../store/codec/yaml/parseYaml.ts';

/** A file's place in the site it was written for. */
export interface SourceLocation {
  /** The collection: a type is proposed for each. */
  readonly collection: string;
  /** Its address there, without host, language and trailing slash. */
  readonly address: string;
  readonly locale: string | undefined;
  /** The date in the file's name. */
  readonly date: string | undefined;
  readonly isDraft: boolean;
}

/** How a site lays out its files. */
export interface SiteLayout {
  readonly name: string;
  /** The folders with the files that are served at the root of the site. */
  readonly publicFolders: readonly string[];
  /** The site's own address, if its settings name one. */
  readonly siteUrl: string | undefined;
  placeOf(path: string, values: Json): SourceLocation;
}

const MAX_CONFIG_BYTES = 1024 * 1024;

interface System {
  readonly name: string;
  /** Any one of these files marks a folder as a site of this system. */
  readonly signs: readonly string[];
  readonly publicFolders: readonly string[];
  create(settings: Json): SiteLayout['placeOf'];
}

const SYSTEMS: readonly System[] = [
  {
    name: 'Hugo',
    signs: ['hugo.toml', 'hugo.yaml', 'hugo.yml', 'hugo.json', 'config.toml', 'config/_default/hugo.toml'],
    publicFolders: ['static', 'assets'],
    create: hugo,
  },
  { name: 'Jekyll', signs: ['_config.yml', '_config.yaml', '_config.toml'], publicFolders: [''], create: jekyll },
  {
    name: 'Astro',
    signs: ['astro.config.mjs', 'astro.config.ts', 'astro.config.js', 'astro.config.mts'],
    publicFolders: ['public', 'src'],
    create: () => astro,
  },
  {
    name: 'Eleventy',
    signs: ['.eleventy.js', 'eleventy.config.js', 'eleventy.config.mjs', 'eleventy.config.cjs', 'eleventy.config.ts'],
    publicFolders: ['', 'public', 'src', 'static'],
    create: () => plainMarkdown,
  },
];
const PLAIN: System = {
  name: 'Markdown',
  signs: [],
  publicFolders: ['', 'public', 'static'],
  create: () => plainMarkdown,
};

/** Finds the layout of a folder by the settings file in it. */
export function findLayout(root: string, notes: Notes): SiteLayout {
  for (const system of SYSTEMS) {
    for (const sign of system.signs) {
      const text = readSettingsFile(join(root, sign));
      if (text === undefined) continue;
      const settings = parseSiteSettings(sign, text, notes);
      const url = settings['baseURL'] ?? settings['url'];
      const { name, publicFolders, create } = system;
      return { name, publicFolders, siteUrl: typeof url === 'string' ? url : undefined, placeOf: create(settings) };
    }
  }
  return { ...PLAIN, siteUrl: undefined, placeOf: PLAIN.create({}) };
}

function readSettingsFile(file: string): string | undefined {
  try {
    const text = readFileSync(file, 'utf8');
    return text.length > MAX_CONFIG_BYTES ? '' : text;
  } catch {
    return undefined;
  }
}

/** Reads settings that are data; programs are not run. */
function parseSiteSettings(name: string, text: string, notes: Notes): Json {
  try {
    const settings: unknown = name.endsWith('.toml')
      ? parseToml(text)
      : /\.ya?ml$/.test(name)
        ? parseYaml(text).toJS({ maxAliasCount: 0 })
        : name.endsWith('.json')
          ? JSON.parse(text)
          : {};
    return isMapping(settings) ? settings : {};
  } catch {
    notes.add("The site's settings cannot be read, so pages get the usual addresses of its system", name);
    return {};
  }
}

const trimmedText = (value: unknown): string | undefined =>
  typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined;

const withoutEnding = (path: string): string => path.replace(/\.(?:md|mdx|markdown|mdown)$/i, '');
/** `posts/a/index` → `posts/a`. */
const withoutIndex = (path: string): string => path.replace(/(?:^|\/)_?index$/, '');
const parentFolder = (path: string): string => path.split('/').slice(0, -1).join('/');

/** The address in the front matter; undefined if there is none, or if only the site's own program can compute it. */
function ownAddress(values: Json): string | undefined {
  const given = trimmedText(values['permalink']) ?? trimmedText(values['url']);
  return given === undefined || /[{}]|^\w+:/.test(given) ? undefined : given;
}

const createSourceLocation = (
  part: Partial<SourceLocation> & Pick<SourceLocation, 'collection' | 'address'>,
): SourceLocation => ({
  locale: undefined,
  date: undefined,
  isDraft: false,
  ...part,
});

const localeIn = (values: Json): string | undefined =>
  [values['lang'], values['locale'], values['language']]
    .map(trimmedText)
    .find((one) => one !== undefined && isLocale(one));

function plainMarkdown(path: string, values: Json): SourceLocation {
  const address = ownAddress(values) ?? withoutIndex(withoutEnding(path)).replace(/^(?:src|content|pages)\//, '');
  const folder = parentFolder(path)
    .replace(/^(?:src|content|pages)(?:\/|$)/, '')
    .split('/')[0];
  return createSourceLocation({ collection: folder || 'page', address, locale: localeIn(values) });
}

/** https://docs.astro.build/en/guides/content-collections/ and /routing/ */
function astro(path: string, values: Json): SourceLocation {
  const inCollection = /^src\/content\/([^/]+)\/(.+)$/.exec(path);
  const own = trimmedText(values['slug']) ?? ownAddress(values);
  if (inCollection) {
    const [, collection = '', rest = ''] = inCollection;
    return createSourceLocation({
      collection,
      address: `${collection}/${own ?? withoutIndex(withoutEnding(rest))}`,
      locale: localeIn(values),
    });
  }
  return plainMarkdown(path.replace(/^src\/(?:pages\/)?/, ''), values);
}

/** https://gohugo.io/content-management/urls/ and /multilingual/ */
function hugo(settings: Json): SiteLayout['placeOf'] {
  const languages = isMapping(settings['languages']) ? Object.keys(settings['languages']) : [];
  const patterns = permalinksOf(settings);
  return (path, values) => {
    let rest = withoutEnding(path.replace(/^(?:.*\/)?content\//, ''));
    const suffix = languages.find((language) => rest.endsWith(`.${language}`));
    if (suffix) rest = rest.slice(0, -suffix.length - 1);
    const folder = languages.find((language) => rest.startsWith(`${language}/`));
    if (folder) rest = rest.slice(folder.length + 1);
    const section = rest.includes('/') ? rest.split('/')[0]! : '';
    const slug = trimmedText(values['slug']);
    const inner = withoutIndex(rest);
    const isList = /(?:^|\/)_index$/.test(rest);
    const pattern = isList ? undefined : patterns[section];
    const address =
      ownAddress(values) ?? fillPattern(pattern, inner, values) ?? (slug ? `${parentFolder(inner)}/${slug}` : inner);
    const locale = [suffix, folder].find((one) => one !== undefined && isLocale(one));
    return createSourceLocation({ collection: isList || section === '' ? 'page' : section, address, locale });
  };
}

/** https://gohugo.io/configuration/permalinks/: by section, for pages; older settings name no kind. */
function permalinksOf(settings: Json): Json {
  const given = settings['permalinks'];
  if (!isMapping(given)) return {};
  return isMapping(given['page']) ? { ...given, ...given['page'] } : given;
}

/** The address that a pattern gives a page; undefined where it asks for something that only Hugo knows. */
function fillPattern(pattern: unknown, inner: string, values: Json): string | undefined {
  if (typeof pattern !== 'string') return undefined;
  const name = inner.split('/').at(-1) ?? '';
  const title = slugify(trimmedText(values['title']) ?? name);
  const slug = trimmedText(values['slug']);
  const [year, month, day] = (trimmedText(values['date']) ?? '').slice(0, 10).split('-');
  const parts: Readonly<Record<string, string | undefined>> = {
    ...{ year, month, day, title, slug: slug ?? title, section: inner.split('/')[0], sections: parentFolder(inner) },
    ...{ filename: name, contentbasename: name, slugorfilename: slug ?? name, slugorcontentbasename: slug ?? name },
    yearday: year && month && day ? String(Number(dayOfYear([year, month, day]))) : undefined,
  };
  const names = [...pattern.matchAll(/:(\w+)/g)].map(([, one]) => one!);
  if (names.some((one) => !Object.hasOwn(parts, one) || !parts[one])) return undefined;
  return pattern.replace(/:(\w+)/g, (_, one: string) => parts[one]!);
}

const JEKYLL_STYLES: Readonly<Record<string, string>> = {
  date: '/:categories/:year/:month/:day/:title.html',
  pretty: '/:categories/:year/:month/:day/:title',
  ordinal: '/:categories/:year/:y_day/:title.html',
  none: '/:categories/:title.html',
};

/** https://jekyllrb.com/docs/permalinks/ and /posts/ */
function jekyll(settings: Json): SiteLayout['placeOf'] {
  const wanted = trimmedText(settings['permalink']) ?? 'date';
  const pattern = Object.hasOwn(JEKYLL_STYLES, wanted) ? JEKYLL_STYLES[wanted]! : wanted;
  return (path, values) => {
    const [, folder, rest = path] = /^(?:.*\/)?_(posts|drafts|[a-z][\w-]*)\/(.+)$/s.exec(path) ?? [];
    if (folder === undefined) return { ...plainMarkdown(path, values), collection: 'page' };
    const [, date, title = withoutEnding(rest)] = /^(?:.*\/)?(\d{4}-\d\d-\d\d)-([^/]+)\.\w+$/.exec(rest) ?? [];
    if (folder !== 'posts' && folder !== 'drafts') {
      const address = ownAddress(values) ?? `${folder}/${withoutIndex(withoutEnding(rest))}`;
      return createSourceLocation({ collection: folder, address, locale: localeIn(values) });
    }
    const known = (trimmedText(values['date']) ?? date ?? '').slice(0, 10).split('-');
    const categories = [values['categories'] ?? values['category'] ?? []]
      .flat()
      .filter((one) => typeof one === 'string')
      // In `category` or a single text, each word is a category.
      .flatMap((one) => (Array.isArray(values['categories']) ? [one] : one.split(/\s+/)));
    const parts: Readonly<Record<string, string>> = {
      categories: categories.join('/').toLowerCase(),
      ...{
        year: known[0] ?? '',
        month: known[1] ?? '',
        day: known[2] ?? '',
        title: trimmedText(values['slug']) ?? title,
      },
      ...{ slug: title, y_day: dayOfYear(known), i_month: String(Number(known[1])), i_day: String(Number(known[2])) },
    };
    const address = ownAddress(values) ?? pattern.replace(/:(\w+)/g, (_, name: string) => parts[name] ?? '');
    return createSourceLocation({
      collection: 'posts',
      address,
      date,
      isDraft: folder === 'drafts',
      locale: localeIn(values),
    });
  };
}

function dayOfYear([year, month, day]: readonly string[]): string {
  const days = (Date.UTC(Number(year), Number(month) - 1, Number(day)) - Date.UTC(Number(year), 0, 0)) / 86_400_000;
  return Number.isNaN(days) ? '' : String(days).padStart(3, '0');
}
