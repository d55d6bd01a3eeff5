import { isMapping } from '../model/fields/values.ts';
import type { FoundPage, FoundSite, Json, Target } from './foundSite.ts';
import { withoutRefs } from './mediaRef.ts';
import { proposeFields, toLabel } from './proposeFields.ts';

/** Pages with the types that are proposed for them; types that the site has stay as they are. */
export function proposeTypes(
  pages: readonly FoundPage[],
  target: Pick<Target, 'hasType'>,
): Pick<FoundSite, 'contentTypes' | 'pages'> {
  const slugs = [...new Set(pages.map(({ type }) => type))].sort();
  const media = new Map<string, ReadonlySet<string>>();
  const contentTypes = slugs.flatMap((slug) => {
    const records = pages.filter(({ type }) => type === slug).map(({ fields }) => fields as Json);
    const proposed = proposeFields(records.map(({ body: _, ...others }) => others));
    const ofMedia = proposed
      .filter(({ type }) => type === 'media' || type === 'gallery')
      .map(({ name }) => String(name));
    media.set(slug, new Set(ofMedia));
    const body = { name: 'body', label: 'Text', type: 'richtext', body: true };
    return target.hasType(slug) ? [] : [{ slug, name: toLabel(slug), fieldsSchema: [...proposed, body] }];
  });
  const plain = (page: FoundPage): FoundPage => ({
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
