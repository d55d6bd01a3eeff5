import { MultiMap } from '../lib/list/MultiMap.ts';
import { isMapping } from '../model/fields/values.ts';
import type { FoundSite, FoundSitePage, ImportTarget, Json } from './foundSite.ts';
import { withoutRefs } from './mediaRef.ts';
import { proposeFields, toLabel } from './proposeFields.ts';

/** Proposes types for pages. Types that the site has get the fields they lack and stay as they are otherwise. */
export function proposeTypes(
  pages: readonly FoundSitePage[],
  target: Pick<ImportTarget, 'contentType'>,
): Pick<FoundSite, 'contentTypes' | 'pages'> {
  const byType = new MultiMap<string, FoundSitePage>();
  for (const page of pages) byType.add(page.type, page);
  const slugs = [...byType.keys()].sort();
  const media = new Map<string, ReadonlySet<string>>();
  const contentTypes = slugs.flatMap((slug) => {
    const records = byType.get(slug).map(({ fields }) => fields as Json);
    const proposed = proposeFields(records.map(({ body: _, ...others }) => others));
    const ofMedia = proposed
      .filter(({ type }) => type === 'media' || type === 'gallery')
      .map(({ name }) => String(name));
    media.set(slug, new Set(ofMedia));
    const body = { name: 'body', label: 'Text', type: 'richtext', body: true };
    const present = target.contentType(slug);
    if (present === undefined) return [{ slug, name: toLabel(slug), fieldsSchema: [...proposed, body] }];
    const hasTexts = records.some((fields) => fields['body'] !== undefined);
    return addMissingFields(present, hasTexts ? [...proposed, body] : proposed);
  });
  const plain = (page: FoundSitePage): FoundSitePage => ({
    ...page,
    fields: Object.fromEntries(
      Object.entries(page['fields'] as Json).map(([name, value]) => [
        name,
        isMapping(value) && name === 'body' ? value : withoutRefs(value, media.get(page.type)?.has(name) ?? false),
      ]),
    ),
  });
  return { contentTypes, pages: pages.map(plain) };
}

/**
 * Adds the fields that a type lacks; returns an empty list if it lacks none. Only one field may be the text of a
 * Markdown file.
 */
export function addMissingFields(type: Json, wanted: readonly Json[]): readonly Json[] {
  const present = (Array.isArray(type['fieldsSchema']) ? type['fieldsSchema'] : []) as readonly Json[];
  const names = new Set(present.map(({ name }) => name));
  const hasBody = present.some(({ body }) => body === true);
  const missing = wanted
    .filter(({ name }) => !names.has(name))
    .map(({ body, ...field }) => (body === true && !hasBody ? { ...field, body } : field));
  return missing.length > 0 ? [{ ...type, fieldsSchema: [...present, ...missing] }] : [];
}
