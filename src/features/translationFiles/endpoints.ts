import type { ReaderParts } from '../../extend/featureParts.ts';
import { defineEndpoint, type Endpoint } from '../../http/endpoint.ts';
import { bytesResult, dataResult } from '../../http/result.ts';
import { createYieldIfBusy, SHARED_SLICES } from '../../lib/turn/createYieldIfBusy.ts';
import type { Actor } from '../../model/access.ts';
import type { Page } from '../../model/entities/page.ts';
import type { EntryChange } from '../../model/entry.ts';
import { invalidAt } from '../../model/errors.ts';
import { because } from '../../model/reason.ts';
import { anything, choice, integer, namedSchema, object, text } from '../../model/schema/schema.ts';
import { siteSettings } from '../../model/siteSettings.ts';
import { toLocale } from '../../model/text/locale.ts';
import { TRANSLATION_STATES } from '../../view/shapes/page.ts';
import { arrayOf, integerShape, orNull, stringShape } from '../../view/shapes/values.ts';
import { collectTranslations } from './collectTranslations.ts';
import { LEFT_REASONS, type PlacedTranslations, placeTranslations } from './placeTranslations.ts';
import {
  FILE_FORMATS,
  MAX_TRANSLATION_BYTES,
  type TranslationFile,
  type TranslationFormat,
  writeJsonFile,
} from './translationFile.ts';
import { writeXliff } from './writeXliff.ts';

type TranslationFileDeps = Pick<ReaderParts, 'live' | 'proposals'>;

const exportQuery = object(
  { to: text({ minLength: 1, maxLength: 35, description: 'The language of the translations' }) },
  {
    from: text({ maxLength: 35, description: 'The language of the pages to translate; by default that of the site' }),
    state: namedSchema('TranslationState', choice(...TRANSLATION_STATES)),
    type: text({ maxLength: 200 }),
    page: { ...integer({ minimum: 1 }), description: 'The id of the only page' },
    change: text({ maxLength: 200, description: 'The change whose texts go out; by default what is live' }),
    format: { ...choice(...FILE_FORMATS), description: 'XLIFF 1.2 (default), XLIFF 2.1, or JSON' },
  },
);

const importQuery = object(
  {},
  {
    change: text({ maxLength: 200, description: 'The change that they are placed in; by default a new one' }),
    title: text({ minLength: 1, maxLength: 200, description: 'What the new change is called' }),
  },
);

const LEFT_TEXT = namedSchema(
  'LeftText',
  object({
    ...{ page: stringShape, unit: stringShape, reason: choice(...LEFT_REASONS) },
    target: { ...anything(), description: 'The translation, as in the JSON format' },
  }),
);

const PLACED = namedSchema(
  'PlacedTranslations',
  object({
    change: orNull(object({ name: stringShape, title: stringShape })),
    ...{ locale: stringShape, pages: integerShape, units: integerShape, left: arrayOf(LEFT_TEXT) },
  }),
);

const TYPES: Readonly<Record<TranslationFormat, readonly [type: string, ending: string]>> = {
  xliff: ['application/x-xliff+xml', 'xlf'],
  xliff2: ['application/xliff+xml', 'xlf'],
  json: ['application/json', 'json'],
};

/** Texts go out to translators and come back (documentation of translation files). */
export const translationFileEndpoints = ({ live, proposals }: TranslationFileDeps): Endpoint[] => [
  defineEndpoint({
    method: 'GET',
    path: '/api/admin/translations/export',
    summary: 'Export the texts of pages, with their translations into one language, as a file for translators',
    access: 'viewer',
    kind: 'page',
    query: exportQuery,
    result: bytesResult('application/x-xliff+xml'),
    async handle({ query }) {
      const { change, format = 'xliff', state, type, page } = query;
      const site = change === undefined ? live : await proposals.open(change, false);
      const from = query.from === undefined ? siteSettings(site.store).defaultLocale : readLanguage(query.from, 'from');
      const to = readLanguage(query.to, 'to');
      const file = await collectTranslations({ from, to, state, type, page }, site);
      const [mediaType, ending] = TYPES[format];
      return {
        raw: Buffer.from(await writeTranslationFile(file, format)),
        type: `${mediaType}; charset=utf-8`,
        headers: { 'Content-Disposition': `attachment; filename="${from}-${to}.${ending}"` },
      };
    },
  }),
  defineEndpoint({
    method: 'POST',
    path: '/api/admin/translations/import',
    summary: 'Place the translations of such a file in a change, and tell which could not be placed',
    access: 'editor',
    kind: 'page',
    changes: 'change',
    lateWrites: 'written',
    query: importQuery,
    body: { type: 'application/octet-stream', unread: { type: 'string', format: 'binary' } },
    result: dataResult(PLACED, { headers: ['X-Commit'] }),
    async handle({ query, readStream, actor }) {
      // What reads XML is not loaded before somebody needs it.
      const { readTranslationFile } = await import('./readTranslationFile.ts');
      const file = await readTranslationFile(readStream({ maxBytes: MAX_TRANSLATION_BYTES }));
      const { commit, pages, change, report } = await bringIn(file, query, { proposals, actor });
      const data = { change, locale: file.to, pages, ...report };
      return commit === null ? { data } : { data, commit };
    },
  }),
];

function readLanguage(given: string, name: string): string {
  const locale = toLocale(given);
  if (locale === null) throw invalidAt([name], because('locale', 'must be a language such as en or pt-BR', {}));
  return locale;
}

/** The file as text. */
export async function writeTranslationFile(file: TranslationFile, format: TranslationFormat): Promise<string> {
  if (format === 'json') return writeJsonFile(file);
  const yieldIfBusy = createYieldIfBusy(SHARED_SLICES);
  const parts: string[] = [];
  for (const part of writeXliff(file, format)) {
    parts.push(part);
    await yieldIfBusy();
  }
  return parts.join('');
}

interface BringInQuery {
  readonly change?: string | undefined;
  readonly title?: string | undefined;
}

/** Places a file in a change. One that would hold nothing is not begun. */
export async function bringIn(
  file: TranslationFile,
  { change: asked, title = `Translations into ${file.to}` }: BringInQuery,
  { proposals, actor }: Pick<ReaderParts, 'proposals'> & { readonly actor: Actor },
) {
  const change = asked === undefined ? await proposals.make({ title }, actor) : await proposals.get(asked);
  const report: PlacedTranslations = { units: 0, left: [] };
  const isNew = asked === undefined;
  try {
    const site = await proposals.open(change.name, true);
    const { commit, changes } = await site.write.write(placeTranslations(file, site, report), actor);
    if (commit === null && isNew) await proposals.abandon(change.name);
    // Their sources may have joined a group with them.
    const isTranslation = ({ after }: EntryChange): boolean =>
      after?.kind === 'page' && (after.data as Page).locale === file.to;
    const pages = changes.filter(isTranslation).length;
    const named = commit === null && isNew ? null : { name: change.name, title: change.title };
    return { commit, pages, change: named, report };
  } catch (error) {
    if (isNew) await proposals.abandon(change.name);
    throw error;
  }
}
