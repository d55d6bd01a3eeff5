import { slugify } from '../../lib/text/slugify.ts';
import type { ContentType } from '../../model/entities/contentType.ts';
import type { Entry } from '../../model/entry.ts';
import { singleSlugOf } from '../../model/page/pagePath.ts';
import { kindOfType } from '../../model/page/typeKind.ts';
import { because } from '../../model/reason.ts';
import { FORMATS } from '../../model/schema/formats.ts';
import { isPageSlug, trimSlug } from '../../model/text/slug.ts';
import type { InputProblems } from '../problems.ts';
import type { PageInput } from './pageInput.ts';
import type { ReadContext } from './pageRegions.ts';

/**
 * The prefix for pages of a type (contract, "fieldsSchema and regions"); empty: anywhere. The keys of data are under the
 * slug of their type, unless it has another prefix.
 */
export function slugPrefixOf(type: Partial<Pick<ContentType, 'settings' | 'slug'>>): string {
  const { settings, slug = '' } = type;
  const kind = kindOfType({ settings });
  if (kind === 'single') return '';
  return trimSlug(String(settings?.['slugPrefix'] ?? '')) || (kind === 'data' ? slug : '');
}

/** Whether a slug is below a prefix; all slugs are below the empty one. */
const isUnderPrefix = (slug: string, prefix: string): boolean => prefix === '' || slug.startsWith(`${prefix}/`);

/** Whether a slug is outside the prefix of a type; false if the type is gone. */
export const isOutside = (slug: string, type: ContentType | undefined): boolean =>
  type !== undefined && !isUnderPrefix(slug, slugPrefixOf(type));

/** The slug a body asks for, or one made from the title, under the type's prefix; the one slug of a single type. */
export function readPageSlug(
  { slug, title = '', slugOverride }: PageInput,
  type: Entry<ContentType> | undefined,
  { problems }: ReadContext,
): string {
  const single = singleSlugOf(type?.data);
  if (single !== null) {
    if (slug != null && !['', single].includes(trimSlug(slug)))
      problems.add(['slug'], because('singleSlug', `is always "${single}"`, { slug: single }));
    return single;
  }
  const isMade = slug == null || trimSlug(slug) === '';
  const asked = isMade ? slugify(title) : trimSlug(slug);
  // A missing or invalid title has been reported already.
  if (isMade && problems.has(['title'])) return '';
  if (asked === '') problems.add(['slug'], because('required', 'is required: none can be made from the title', {}));
  const full = slugOverride ? asked : withPrefix(asked, type?.data, problems);
  if (!isPageSlug(full)) problems.add(['slug'], because('slug', `must be ${FORMATS['pageSlug']?.expected}`, {}));
  return full;
}

/** Adds the type's prefix to a bare slug; a slug already under it is kept (contract, "fieldsSchema and regions"). */
function withPrefix(slug: string, type: ContentType | undefined, problems: InputProblems): string {
  const prefix = type ? slugPrefixOf(type) : '';
  if (isUnderPrefix(slug, prefix)) return slug;
  if (slug.includes('/')) problems.add(['slug'], because('under', `must be under "${prefix}/"`, { prefix }));
  return `${prefix}/${slug}`;
}
