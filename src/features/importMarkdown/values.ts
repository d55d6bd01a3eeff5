import { posix } from 'node:path';
import type { Json } from '../../convert/foundSite.ts';
import type { LocalFiles } from '../../convert/localFiles.ts';
import { MediaRef } from '../../convert/mediaRef.ts';
import type { Notes } from '../../convert/notes.ts';
import { SAME_NAME, toFieldName, toLabel } from '../../convert/proposeFields.ts';
import { parseLooseTime } from '../../convert/times.ts';
import type { RichTextNode } from '../../model/richText/node.ts';
import type { MarkdownDraft } from './drafts.ts';
import type { SiteLayout } from './siteLayout.ts';

/** What the files of one import share. */
export interface MarkdownImport {
  readonly files: LocalFiles;
  readonly layout: SiteLayout;
  readonly notes: Notes;
}

/** Where a mentioned file may be: beside the text, or in a folder that is served as the root of the site. */
export function candidates(address: string, path: string, { publicFolders }: SiteLayout): readonly string[] {
  const plain = address.replace(/[?#][\s\S]*/, '');
  const beside = posix.join(posix.dirname(path), plain);
  const inRoot = publicFolders.map((folder) => posix.join(folder, plain));
  return plain.startsWith('/') ? inRoot : [beside, ...inRoot];
}

/** Front matter that becomes no field: it describes the page itself, or how the other system shows it. */
const NO_FIELDS = new Set([
  ...['title', 'slug', 'url', 'permalink', 'date', 'publishDate', 'pubDate', 'pubDatetime', 'published', 'draft'],
  ...['lastmod', 'updated', 'updatedDate', 'last_modified_at', 'expiryDate', 'tags', 'tag', 'categories', 'category'],
  ...['aliases', 'redirect_from', 'lang', 'locale', 'language', 'layout', 'translationKey', 'body'],
  ...['eleventyExcludeFromCollections', 'eleventyNavigation', 'eleventyComputed', 'pagination'],
]);

export async function readFrontMatterFields(
  { values, path }: MarkdownDraft,
  { files, layout, notes }: MarkdownImport,
): Promise<Json> {
  const fields: Record<string, unknown> = {};
  for (const [given, value] of Object.entries(values)) {
    if (NO_FIELDS.has(given) && given !== 'body') continue;
    const name = toFieldName(given === 'body' ? 'body_text' : given);
    if (name === undefined) notes.add('A name in the front matter cannot become a field name', `${path}: ${given}`);
    else if (value !== null && Object.hasOwn(fields, name)) notes.add(SAME_NAME, `${path}: ${given}`);
    else if (value !== null) fields[name] = await withFiles(value);
  }
  return fields;

  async function withFiles(value: unknown): Promise<unknown> {
    if (Array.isArray(value)) {
      const list: unknown[] = [];
      for (const one of value) list.push(await withFiles(one));
      return list;
    }
    if (typeof value !== 'string' || !/^[^\s:][^:\n]{0,500}\.(?:jpe?g|png|gif|webp|avif|pdf|mp[34])$/i.test(value))
      return value;
    const key = await files.take(candidates(value, path, layout), path);
    if (key === undefined)
      notes.add('A file named in the front matter was not found, and its name stays as text', `${path}: ${value}`);
    return key === undefined ? value : new MediaRef(key, value);
  }
}

export function draftTitle({ values, path, slug }: MarkdownDraft, document: RichTextNode | undefined): string {
  const given = values['title'];
  const title = typeof given === 'string' || typeof given === 'number' ? String(given).trim() : '';
  const heading = title === '' && document ? firstHeading(document) : '';
  return (title || heading || toLabel(slug.split('/').at(-1) ?? path)).slice(0, 500);
}

function firstHeading({ content }: RichTextNode): string {
  const [first] = Array.isArray(content) ? (content as readonly RichTextNode[]) : [];
  if (first?.type !== 'heading' || !Array.isArray(first.content)) return '';
  return first.content
    .map(({ text }) => (typeof text === 'string' ? text : ''))
    .join('')
    .trim();
}

export function readDates(
  { values, place, path }: MarkdownDraft,
  now: Date,
  notes: Notes,
): { published?: string; scheduled: boolean } {
  const given =
    ['publishDate', 'pubDate', 'pubDatetime', 'date'].map((name) => values[name]).find((one) => one != null) ??
    place.date;
  const published = parseLooseTime(given);
  if (given != null && published === undefined) notes.add('A date cannot be read', `${path}: ${String(given)}`);
  return published === undefined ? { scheduled: false } : { published, scheduled: published > now.toISOString() };
}

export function readTimeField(name: string, values: Json, keys: readonly string[]): Json {
  const time = keys.map((key) => parseLooseTime(values[key])).find((one) => one !== undefined);
  return time === undefined ? {} : { [name]: time };
}

type ImportTerm = (vocabulary: string, name: string, place: string) => string | undefined;

export function draftTerms({ values, path }: MarkdownDraft, { name }: SiteLayout, take: ImportTerm): Json {
  const read = (given: unknown): readonly string[] => {
    if (Array.isArray(given)) return given.flatMap(read);
    if (typeof given === 'number') return [String(given)];
    if (typeof given !== 'string') return [];
    return given.split(given.includes(',') ? ',' : name === 'Jekyll' ? /\s+/ : /$^/).map((one) => one.trim());
  };
  const of = (vocabulary: string, ...keys: readonly string[]): Json => {
    const slugs = keys.flatMap((key) => read(values[key])).flatMap((term) => take(vocabulary, term, path) ?? []);
    return slugs.length > 0 ? { [vocabulary]: [...new Set(slugs)] } : {};
  };
  return { ...of('tags', 'tags', 'tag'), ...of('categories', 'categories', 'category') };
}
