import { type Detail, invalid, invalidAt } from '../../model/errors.ts';
import { EXPANSIONS, type Expansion, RICH_TEXT_FORMATS } from '../../model/page/pageShape.ts';
import { FORMATS } from '../../model/schema/formats.ts';
import { choice, object, record, type Schema, text } from '../../model/schema/schema.ts';
import { toLocale } from '../../model/text/locale.ts';
import { type Condition, isOperator, OPERATOR_NAMES } from '../../view/filter.ts';
import type { PublicContent } from '../../view/publicContent.ts';

/** A language tag, in any case. */
export const locale: Schema<string> = text({
  maxLength: 35,
  pattern: '^[A-Za-z]{2,3}([-_][A-Za-z0-9]{2,8})*$',
  errorMessage: `must be ${FORMATS['locale']?.expected}`,
});

/** The locale a caller asks for, in its canonical form; the site's default where none is given. */
export function readLocale(given: string | undefined, content: Pick<PublicContent, 'settings'>): string {
  if (given === undefined) return content.settings().defaultLocale;
  const read = toLocale(given);
  if (read === null) throw invalidAt(['locale'], `must be ${FORMATS['locale']?.expected}`);
  return read;
}

/** For answers that the next scheduled change of a page ends. */
export function untilNextChange(content: PublicContent): { maxAgeSeconds?: number } {
  const maxAgeSeconds = content.secondsToNextChange();
  return maxAgeSeconds === undefined ? {} : { maxAgeSeconds };
}

const oneOf = EXPANSIONS.join('|');
/** Names of content fields, joined by commas. */
const fields = text({
  maxLength: 2000,
  pattern: '^[A-Za-z_][A-Za-z0-9_-]*(,[A-Za-z_][A-Za-z0-9_-]*)*$',
  errorMessage: 'must be names of fields joined by commas',
});
const expand = text({
  pattern: `^(${oneOf})(,(${oneOf}))*$`,
  errorMessage: `must be one or more of ${EXPANSIONS.join(', ')}, joined by commas`,
});

/** How pages are to be shown: parameters of lists and of single pages. */
export const shownBy = { fields, expand, richtext: choice(...RICH_TEXT_FORMATS) };

/** Reads what `expand` let through. */
export const readExpand = (given = ''): readonly Expansion[] =>
  EXPANSIONS.filter((one) => given.split(',').includes(one));

const MAX_CONDITIONS = 20;
const MAX_TEXT = 1000;
const FILTER = /^filter\[([A-Za-z_][A-Za-z0-9_-]*)\](?:\[(\w+)\])?$/;

const texts = OPERATOR_NAMES.map((name) => [name, text({ minLength: 1, maxLength: MAX_TEXT })] as const);
/** What `readConditions` reads, for the description of the interface. */
export const conditionsQuery = object(
  {},
  {
    filter: {
      ...record(object({}, Object.fromEntries(texts))),
      maxProperties: MAX_CONDITIONS,
      description: `Conditions on content fields, as \`filter[rating][gte]=3\`: ${MAX_CONDITIONS} at most. \`filter[name]=Heron\` asks for \`eq\`; \`in\` takes texts joined by commas.`,
    },
  },
);

/** Reads `filter[<field>][<operator>]=<text>`; the operator is `eq` where none is named. Throws VALIDATION. */
export function readConditions(search: URLSearchParams): readonly Condition[] {
  const given = [...search].filter(([name]) => /^filter\b/.test(name));
  const names = given.map(([name]) => name);
  const read = given.map(([name, value], index) =>
    names.indexOf(name) < index ? repeated(name) : readCondition(name, value),
  );
  const details = read.flatMap((one) => ('message' in one ? [one] : []));
  if (given.length > MAX_CONDITIONS) throw invalidAt(['filter'], `must be at most ${MAX_CONDITIONS} conditions`);
  if (details.length > 0) throw invalid(details);
  return read.flatMap((one) => ('message' in one ? [] : [one]));
}

const repeated = (name: string): Detail => ({ path: pathOf(name), message: 'must be given only once' });

function readCondition(name: string, value: string): Condition | Detail {
  const [, field = '', operator = 'eq'] = FILTER.exec(name) ?? [];
  if (field === '') return { path: pathOf(name), message: 'must have the form filter[field][operator]' };
  if (!isOperator(operator)) {
    return { path: pathOf(name), message: `must use one of the operators ${OPERATOR_NAMES.join(', ')}` };
  }
  if (value === '' || value.length > MAX_TEXT)
    return { path: pathOf(name), message: `must have 1 to ${MAX_TEXT} characters` };
  return { field, operator, text: value };
}

/** `filter[rating][gte]` → filter, rating, gte. */
const pathOf = (name: string): readonly string[] =>
  name
    .slice(0, 200)
    .split(/[[\]]+/)
    .filter(Boolean);
