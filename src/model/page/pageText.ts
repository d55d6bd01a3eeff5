import type { Page } from '../entities/page.ts';
import type { Lookup } from '../entry.ts';
import { textsIn, wordsIn } from '../fields/fields.ts';
import { publicRegions } from './placedBlock.ts';

/** Fields that hold a page's description where its SEO values have none. */
const DESCRIPTIONS = ['description', 'summary', 'excerpt'];

/** What a page is about, in a sentence or two; null where nothing says it. */
export function descriptionOf({ type, seo, fields }: Page, lookup: Lookup): string | null {
  const schema = lookup.byKey('contentType', type)?.data.fieldsSchema ?? [];
  const texts = [seo.metaDescription, ...DESCRIPTIONS.map((name) => wordsIn(schema, fields, name, { lookup }))];
  return texts.find((text) => text !== undefined && text.trim() !== '') ?? null;
}

/** Everything that a page and the blocks it shows say to everybody, without form. */
export function pageText(page: Page, lookup: Lookup): string {
  const schema = lookup.byKey('contentType', page.type)?.data.fieldsSchema ?? [];
  const blocks = publicRegions(page, lookup).flatMap(([, placed]) => placed);
  return [
    ...textsIn(schema, page.fields),
    ...blocks.flatMap(({ type, fields }) => textsIn(type?.data.fieldsSchema ?? [], fields)),
  ].join('\n');
}
