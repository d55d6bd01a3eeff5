import { type Detail, invalid } from '../../model/errors.ts';
import { integer, type ObjectSchema, type Schema, withDefault } from '../../model/schema/schema.ts';
import { createUnknownNames, nearestName } from '../../model/schema/unknownNames.ts';
import { createValidator } from '../../model/schema/validator.ts';

/**
 * The value of a parameter's text by the type that its schema wants; other texts stay as they are and fail the schema.
 */
const COERCIONS: Readonly<Record<string, (text: string) => unknown>> = {
  integer: (text) => (/^-?\d{1,300}$/.test(text) ? Number(text) : text),
  number: (text) => (/^-?\d{1,300}(\.\d{1,300})?$/.test(text) ? Number(text) : text),
  boolean: (text) => (text === 'true' || text === 'false' ? text === 'true' : text),
};

/**
 * Makes the function that reads a query by `schema`, defaults filled in. It throws VALIDATION for repeated parameters
 * and wrong values, all at once. Parameters that the schema does not know are the concern of `createNameCheck`.
 */
export function createQueryReader<Q>(
  schema: ObjectSchema<Q>,
  check: (search: URLSearchParams) => readonly Detail[] = () => [],
): (search: URLSearchParams) => Q {
  const validate = createValidator(schema, { defaults: true });
  const names = Object.keys(schema.properties);
  const placeOf = ({ path }: Detail): number => names.indexOf(path[0] ?? '');
  return (search) => {
    const repeated = findRepeatedParameters(schema, search);
    const result = validate(coerce(schema, search));
    const details = [...('details' in result ? result.details : []), ...check(search)]
      .filter(({ path }) => !repeated.some((one) => one.path[0] === path[0]))
      .sort((a, b) => placeOf(a) - placeOf(b));
    if (repeated.length + details.length > 0 || !('value' in result)) throw invalid([...repeated, ...details]);
    return result.value;
  };
}

const findRepeatedParameters = (schema: ObjectSchema, search: URLSearchParams): Detail[] =>
  Object.keys(schema.properties)
    .filter((name) => search.getAll(name).length > 1)
    .map((name) => ({ path: [name], message: 'must be given only once' }));

function coerce(schema: ObjectSchema, search: URLSearchParams): Record<string, unknown> {
  const values: Record<string, unknown> = {};
  for (const [name, property] of Object.entries(schema.properties)) {
    const text = search.get(name);
    if (text !== null) values[name] = COERCIONS[String(property['type'])]?.(text) ?? text;
  }
  return values;
}

/** The most names of one request that are compared with known ones. */
const MAX_COMPARED = 50;

/** The start of a parameter's name: `filter[rating][gte]` belongs to `filter`. */
export const parameterRoot = (name: string): string => /^\w*/.exec(name)![0];

/** The names of the parameters that an endpoint reads. */
export const queryParameterNames = ({ read, unread }: QuerySchemas): ReadonlySet<string> =>
  new Set(Object.keys({ ...read?.properties, ...unread?.properties }));

export interface QuerySchemas {
  readonly read?: ObjectSchema;
  readonly unread?: ObjectSchema;
}

/**
 * Makes the function that refuses parameters that an endpoint does not read, if their names are nearly ones that it does:
 * those are typos. Others are ignored unless the request prefers strict handling, because campaigns, caches and proxies
 * add parameters of their own to any address, and a front end that passes them on must not fail for it.
 *
 * @param everywhere parameters that are read before the endpoint
 */
export function createNameCheck(
  schemas: QuerySchemas,
  everywhere: readonly string[],
): (search: URLSearchParams, isStrict: boolean) => void {
  const known = queryParameterNames(schemas);
  const isKnown = (name: string): boolean => known.has(parameterRoot(name)) || everywhere.includes(name);
  return (search, isStrict) => {
    if (search.size === 0) return;
    const names = [...new Set(search.keys())].filter((name) => !isKnown(name)).slice(0, MAX_COMPARED);
    const unknown = createUnknownNames({ isStrict: true });
    for (const name of names) {
      const root = parameterRoot(name) || name;
      if (isStrict || nearestName(root, known) !== undefined) unknown.note([{ path: [root], known: [...known] }]);
    }
    unknown.refuse();
  };
}

/** The part of a list that is asked for. */
export interface ListRange {
  /** Infinity for all. */
  readonly limit: number;
  readonly offset: number;
}

export interface Paging {
  /** For the optional properties of a query's schema. */
  readonly schema: { readonly limit: Schema<number>; readonly offset: Schema<number> };
  /** The part asked for, its limit cut to the maximum. */
  read(query: { readonly limit?: number; readonly offset?: number }): ListRange;
}

/** The contract's `limit` and `offset`. Without `defaultLimit` the list is whole unless a limit is given. */
export function paging({
  defaultLimit,
  maxLimit,
}: {
  readonly defaultLimit?: number;
  readonly maxLimit: number;
}): Paging {
  const limit = integer({ minimum: 1, description: `At most ${maxLimit}; larger is cut` });
  // A larger number would not be the one that was written.
  const offset = withDefault(integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER }), 0);
  return {
    schema: { limit: defaultLimit === undefined ? limit : withDefault(limit, defaultLimit), offset },
    read: (query) => ({
      limit: query.limit === undefined ? (defaultLimit ?? Number.POSITIVE_INFINITY) : Math.min(query.limit, maxLimit),
      offset: query.offset ?? 0,
    }),
  };
}
