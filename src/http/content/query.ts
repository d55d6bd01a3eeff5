import { invalidAt } from '../../model/errors.ts';
import { EXPANSIONS, type ExpansionKind, RICH_TEXT_FORMATS } from '../../model/page/pageShape.ts';
import { FORMATS } from '../../model/schema/formats.ts';
import { choice, type Schema, text } from '../../model/schema/schema.ts';
import { toLocale } from '../../model/text/locale.ts';
import type { PublicContent } from '../../view/publicContent.ts';

/** A language tag in upper or lower case. */
export const localeParameter: Schema<string> = text({
  maxLength: 35,
  pattern: '^[A-Za-z]{2,3}([-_][A-Za-z0-9]{2,8})*$',
  errorMessage: `must be ${FORMATS['locale']?.expected}`,
});

/** The locale a caller asks for, in its canonical form; the site's default where none is given. */
export function readContentLocale(given: string | undefined, content: Pick<PublicContent, 'settings'>): string {
  if (given === undefined) return content.settings().defaultLocale;
  const read = toLocale(given);
  if (read === null) throw invalidAt(['locale'], `must be ${FORMATS['locale']?.expected}`);
  return read;
}

/** For answers that are valid until the next scheduled change of a page. */
export function untilNextChange(content: PublicContent): { maxAgeSeconds?: number } {
  const maxAgeSeconds = content.secondsToNextChange();
  return maxAgeSeconds === undefined ? {} : { maxAgeSeconds };
}

const oneOf = EXPANSIONS.join('|');
/** Names of content fields, separated by commas. */
const fields = text({
  maxLength: 2000,
  pattern: '^[A-Za-z_][A-Za-z0-9_-]*(,[A-Za-z_][A-Za-z0-9_-]*)*$',
  errorMessage: 'must be names of fields separated by commas',
});
const expand = text({
  pattern: `^(${oneOf})(,(${oneOf}))*$`,
  errorMessage: `must be one or more of ${EXPANSIONS.join(', ')}, separated by commas`,
});

/** Parameters of lists and single pages that say how pages are shown. */
export const shownBy = { fields, expand, richtext: choice(...RICH_TEXT_FORMATS) };

/** Reads a value that `expand` accepted. */
export const readExpand = (given = ''): readonly ExpansionKind[] =>
  EXPANSIONS.filter((one) => given.split(',').includes(one));
