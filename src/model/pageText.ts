import { createRoom } from './blockRoom.ts';
import type { Page, Placement } from './entities/page.ts';
import type { Lookup } from './entry.ts';
import { textsIn } from './fields/fields.ts';

/** Fields that hold a page's description where its SEO values have none. */
const DESCRIPTIONS = ['description', 'summary', 'excerpt'];

/** What a page is about, in a sentence or two; null where nothing says it. */
export function descriptionOf({ seo, fields }: Page): string | null {
  const texts = [seo.metaDescription, ...DESCRIPTIONS.map((name) => fields[name])];
  return texts.find((text): text is string => typeof text === 'string' && text.trim() !== '') ?? null;
}

/** Everything that a page and the blocks it shows say, without form. */
export function pageText(page: Page, lookup: Lookup): string {
  const schema = lookup.byKey('contentType', page.type)?.data.fieldsSchema ?? [];
  const placements = Object.values(page.regions).flat().filter(createRoom(lookup));
  return [...textsIn(schema, page.fields), ...placements.flatMap((one) => blockTexts(one, lookup))].join('\n');
}

function blockTexts(placement: Placement, lookup: Lookup): readonly string[] {
  const shared = placement.block === undefined ? undefined : lookup.byKey('block', placement.block)?.data;
  const schema = lookup.byKey('blockType', shared?.type ?? placement.type ?? '')?.data.fieldsSchema ?? [];
  return textsIn(schema, { ...shared?.fields, ...placement.fields, ...placement.overrides });
}
