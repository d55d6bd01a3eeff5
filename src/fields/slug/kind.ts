import { formatKind } from '../../model/fields/kinds/textKind.ts';
import { isPageSlug } from '../../model/text/slug.ts';

/** A slug that a page may have. */
export const slugField = formatKind('slug', {
  reason: 'slug',
  expected: 'a slug such as "about-us"',
  test: isPageSlug,
});
