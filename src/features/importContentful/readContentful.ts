import { readFileSync, statSync } from 'node:fs';
import { makeEmptyFiles } from '../../convert/emptyFiles.ts';
import type { FoundSite, ImportTarget, Json } from '../../convert/foundSite.ts';
import { createLocalFiles } from '../../convert/localFiles.ts';
import { createNotes } from '../../convert/notes.ts';
import { addMissingFields } from '../../convert/proposeTypes.ts';
import { checkTree } from '../../lib/json/checkTree.ts';
import { isMapping } from '../../model/fields/values.ts';
import { localizeEntries, readContentfulEntry, readLocales } from './entries.ts';
import { entryToPage } from './entryToPage.ts';
import { contentfulId, listMappings } from './json.ts';
import { readTypes } from './readTypes.ts';

export interface ContentfulOptions {
  readonly file: string;
  /** The folder of assets that `contentful-export --download-assets` has written beside the export. */
  readonly files?: string | undefined;
}

const MAX_BYTES = 256 * 1024 * 1024;
const LIMITS = { maxDepth: 128, maxNodes: 20_000_000 };

/** Reads an export that `contentful-export` has written. @throws Error in words for the user if it is not one */
export async function readContentful(
  { file, files: folder }: ContentfulOptions,
  target: ImportTarget,
): Promise<FoundSite> {
  const notes = createNotes();
  const content = readContentfulFile(file);
  const locales = readLocales(content, target, notes);
  const types = readTypes(content, notes);
  const files = folder === undefined ? makeEmptyFiles() : createLocalFiles(folder, target, notes);
  const media = new Map<string, string>();
  for (const asset of listMappings(content['assets'])) {
    const id = contentfulId(asset);
    const { url, title, description } = readContentfulAsset(asset, locales.fallback);
    const path = url?.replace(/^(?:https?:)?\/\//, '').replace(/[?#][\s\S]*/, '');
    const words = {
      ...(title && { title: title.slice(0, 500) }),
      ...(description && { altText: description.slice(0, 2000) }),
    };
    const key = path === undefined ? undefined : await files.take([path, path.split('/').at(-1) ?? ''], id, words);
    if (key !== undefined) media.set(id, key);
    else
      notes.add(
        folder === undefined
          ? 'Files are not imported: name the folder that holds them with --files (contentful-export --download-assets)'
          : 'A file is not in the folder',
        url ?? id,
      );
  }
  const entries = listMappings(content['entries']).flatMap((entry) => readContentfulEntry(entry, types, notes));
  const pages = localizeEntries(entries, { types, locales, target });
  const keyIn = (locale: string, id: string): string | undefined => {
    const page = byLocale.get(`${locale}/${id}`) ?? byId.get(id);
    return page && `${page.locale}/${page.slug}`;
  };
  const byLocale = new Map(pages.toReversed().map((page) => [`${page.locale}/${page.id}`, page]));
  const byId = new Map(pages.toReversed().map((page) => [page.id, page]));
  const made = pages.map((page) => entryToPage(page, { types, notes, media, keyIn }));
  for (const name of ['tags', 'webhooks', 'roles'])
    if (listMappings(content[name]).length > 0)
      notes.add(`The "${name}" of the export are not imported`, String(listMappings(content[name]).length));
  const contentTypes = [...types.values()].flatMap(({ slug, record }) => {
    const present = target.contentType(slug);
    return present ? addMissingFields(present, listMappings(record['fieldsSchema'])) : [record];
  });
  return { contentTypes, taxonomies: [], media: files.media, menus: [], pages: made, redirects: [], notes };
}

function readContentfulFile(file: string): Json {
  if (statSync(file).size > MAX_BYTES) throw new Error('The export is larger than 256 MiB');
  let content: unknown;
  try {
    content = JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    throw new Error(`${file} is not JSON`);
  }
  const breach = checkTree(content, LIMITS);
  if (breach)
    throw new Error(`The export cannot be read: ${breach.message} (at ${breach.path.join('.').slice(0, 200)})`);
  if (!isMapping(content) || !Array.isArray(content['contentTypes']) || !Array.isArray(content['entries']))
    throw new Error(`${file} is not an export of Contentful: it has no contentTypes and entries`);
  return content;
}

function readContentfulAsset(asset: Json, code: string): { url?: string; title?: string; description?: string } {
  const fields = isMapping(asset['fields']) ? asset['fields'] : {};
  const at = (name: string): unknown =>
    isMapping(fields[name]) ? (fields[name][code] ?? Object.values(fields[name])[0]) : undefined;
  const file = at('file');
  const text = (name: string, value: unknown): object =>
    typeof value === 'string' && value !== '' ? { [name]: value } : {};
  return {
    ...text('url', isMapping(file) ? file['url'] : undefined),
    ...text('title', at('title')),
    ...text('description', at('description')),
  };
}
