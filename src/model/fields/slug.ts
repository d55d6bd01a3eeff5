import { isPageSlug } from '../text/slug.ts';
import { formatKind } from './textual.ts';

/** A slug as a page may have it. */
export const slug = formatKind('slug', { expected: 'a slug such as "about-us"', test: isPageSlug });
