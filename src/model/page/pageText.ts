import type { Page } from '../entities/page.ts';
import type { Lookup } from '../entry.ts';
import { textsIn, wordsIn } from '../fields/fields.ts';
import { publicRegions } from './placedBlock.ts';

/** The fields that give a page's description if its SEO values have none. */
const DESCRIPTIONS = ['description', 'summary', 'excerpt'];

/** The public description of a page; null if it has none. */
export function descriptionOf({ type, seo, fields }: Page, lookup: Lookup): string | null {
  const schema = lookup.byKey('contentType', type)?.data.fieldsSchema ?? [];
  const texts = [seo.metaDescription, ...DESCRIPTIONS.map((name) => wordsIn(schema, fields, name, { lookup }))];
  return texts.find((text) => text !== undefined && text.trim() !== '') ?? null;
}

/** All public text of a page and of the blocks on it, without formatting. */
export function pageText(page: Page, lookup: Lookup): string {
  const schema = lookup.byKey('contentType', page.type)?.data.fieldsSchema ?? [];
  const blocks = publicRegions(page, lookup).flatMap(([, placed]) => placed);
  return [
    ...textsIn(schema, page.fields, lookup),
    ...blocks.flatMap(({ type, fields }) => textsIn(type?.data.fieldsSchema ?? [], fields, lookup)),
  ].join('\n');
}
