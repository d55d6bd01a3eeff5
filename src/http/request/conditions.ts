import type { ContentType } from '../../model/entities/contentType.ts';
import type { PageEntry } from '../../model/entities/page.ts';
import type { Entry, Lookup } from '../../model/entry.ts';
import { type Detail, invalid, invalidAt } from '../../model/errors.ts';
import { isOperator, OPERATOR_NAMES } from '../../model/page/conditions.ts';
import { object, record, text } from '../../model/schema/schema.ts';
import { compileWhere } from '../../view/ask/where.ts';
import { checkConditions, checkFieldNames, type FilterCondition } from '../../view/filter.ts';
import { readWhere } from './where.ts';

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
      description: `Conditions on content fields, such as \`filter[rating][gte]=3\`: at most ${MAX_CONDITIONS}. \`filter[name]=Heron\` means \`eq\`; \`in\` takes values separated by commas.`,
    },
  },
);

/** Reads `filter[<field>][<operator>]=<text>`; without an operator it is `eq`. Throws VALIDATION. */
export function readConditions(search: URLSearchParams): readonly FilterCondition[] {
  const given = [...search].filter(([name]) => /^filter\b/.test(name));
  const names = given.map(([name]) => name);
  const read = given.map(([name, value], index) =>
    names.indexOf(name) < index ? repeated(name) : readFieldCondition(name, value),
  );
  const details = read.flatMap((one) => ('message' in one ? [one] : []));
  if (given.length > MAX_CONDITIONS) throw invalidAt(['filter'], `must have at most ${MAX_CONDITIONS} conditions`);
  if (details.length > 0) throw invalid(details);
  return read.flatMap((one) => ('message' in one ? [] : [one]));
}

/**
 * The conditions, if pages of the given type, or of any type, can meet them.
 *
 * @throws CmsError VALIDATION if none can
 */
export function checkedConditions(
  conditions: readonly FilterCondition[],
  { type }: { readonly type?: string },
  lookup: Lookup,
): readonly FilterCondition[] {
  const types = findContentTypes(type, lookup);
  const details = types.length > 0 ? checkConditions(conditions, types, lookup) : [];
  if (details.length > 0) throw invalid(details);
  return conditions;
}

/**
 * The names in a list of fields, if pages of the given type, or of any type, have them all.
 *
 * @throws CmsError VALIDATION if not
 */
export function checkedFields(list: string, type: string | undefined, lookup: Lookup): readonly string[] {
  const [names, types] = [list.split(','), findContentTypes(type, lookup)];
  const details = types.length > 0 ? checkFieldNames(names, types) : [];
  if (details.length > 0) throw invalid(details);
  return names;
}

/** All types of pages, or the named one if there is such a type. */
export const findContentTypes = (type: string | undefined, lookup: Lookup): readonly Entry<ContentType>[] =>
  [...lookup.all('contentType')].filter(({ key }) => type === undefined || key === type);

const repeated = (name: string): Detail => ({ path: conditionPath(name), message: 'must be given only once' });

function readFieldCondition(name: string, value: string): FilterCondition | Detail {
  const [, field = '', operator = 'eq'] = FILTER.exec(name) ?? [];
  if (field === '') return { path: conditionPath(name), message: 'must have the form filter[field][operator]' };
  if (!isOperator(operator)) {
    return { path: conditionPath(name), message: `must use one of the operators ${OPERATOR_NAMES.join(', ')}` };
  }
  if (value === '' || value.length > MAX_TEXT)
    return { path: conditionPath(name), message: `must have 1 to ${MAX_TEXT} characters` };
  return { field, operator, text: value };
}

/** `filter[rating][gte]` → filter, rating, gte. */
const conditionPath = (name: string): readonly string[] =>
  name
    .slice(0, 200)
    .split(/[[\]]+/)
    .filter(Boolean);

/** The tests that `where` asks for, of pages of any status, of these types or of all. */
export function readAdminWhere(
  search: URLSearchParams,
  types: readonly string[],
  lookup: Lookup,
): readonly ((page: PageEntry) => boolean)[] {
  const given = readWhere(search);
  if (given === undefined) return [];
  const all = findContentTypes(undefined, lookup).filter(({ key }) => types.length === 0 || types.includes(key));
  return [compileWhere(given, { lookup, types: all, isAdmin: true }).test];
}
