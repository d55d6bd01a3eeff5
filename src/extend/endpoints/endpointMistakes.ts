import { isPlainObject } from '../../lib/json/isPlainObject.ts';
import { ROLES } from '../../model/access.ts';
import { compileSchema, schemaKey } from '../../model/schema/compileSchema.ts';
import type { Schema } from '../../model/schema/schema.ts';
import type { EndpointDefinition } from '../endpoint.ts';
import { toAnswerSchema, toBodySchema, toQuerySchema } from './endpointSchema.ts';

/** What is wrong with a declaration, at a path into it. */
export interface EndpointMistake {
  readonly path: readonly (string | number)[];
  readonly message: string;
}

/** What keeps an endpoint from being served: all that its shape does not tell. */
export const findEndpointMistakes = (endpoint: EndpointDefinition): readonly EndpointMistake[] =>
  RULES.flatMap((find) => find(endpoint));

type FindMistakes = (endpoint: EndpointDefinition) => readonly EndpointMistake[];

const mistake = (path: EndpointMistake['path'], message: string): readonly EndpointMistake[] => [{ path, message }];

const ACCESS: readonly unknown[] = ['public', ...ROLES];
const QUERY_TYPES: readonly unknown[] = ['string', 'number', 'integer', 'boolean'];

const RULES: readonly FindMistakes[] = [
  ({ access }) =>
    ACCESS.includes(access) ? [] : mistake(['access'], `must say who may call it: ${ACCESS.join(', ')}`),
  ({ access, method }) =>
    access === 'public' && method !== 'GET' && method !== 'POST'
      ? mistake(['method'], 'must be GET or POST: nothing can be changed without a role')
      : [],
  ({ path }) => {
    const names = [...path.matchAll(/:(\w+)/g)].map(([, name]) => name);
    return new Set(names).size === names.length ? [] : mistake(['path'], 'must name each parameter once');
  },
  ({ method, body }) => {
    if (body === undefined) return [];
    if (method === 'GET') return mistake(['body'], 'must be left out: a GET has none');
    return (body as Schema)['type'] === 'object' ? [] : mistake(['body'], 'must be of the type "object"');
  },
  ({ query = {} }) =>
    Object.entries(query).flatMap(([name, given]) => {
      const type = typeof given === 'string' ? given : (given as Schema)['type'];
      if (!QUERY_TYPES.includes(type)) return mistake(['query', name], `must be of a type: ${QUERY_TYPES.join(', ')}`);
      return /^[A-Za-z]\w*\??$/.test(name) && !RESERVED.includes(name.replace('?', ''))
        ? []
        : mistake(
            ['query', name],
            `must have another name: letters, digits and "_", and none of ${RESERVED.join(', ')}`,
          );
    }),
  ({ maxSeconds, access }) => {
    if (maxSeconds === undefined) return [];
    if (access === 'public')
      return mistake(['maxSeconds'], 'must be left out: an endpoint for everybody has 5 seconds');
    return maxSeconds >= 1 && maxSeconds <= 60 ? [] : mistake(['maxSeconds'], 'must be a number from 1 to 60');
  },
  ({ query }) => checkSchema('query', query && toQuerySchema(query)),
  (endpoint) => checkSchema('body', toBodySchema(endpoint)),
  (endpoint) => checkSchema('answer', toAnswerSchema(endpoint)),
  ({ exports, access, method, query }) => {
    if (exports === undefined) return [];
    if (access !== 'public' || method !== 'GET')
      return mistake(['exports'], 'must be left out: only a public GET has files');
    return query && toQuerySchema(query).required.length > 0
      ? mistake(['exports'], 'must be left out: its query has parameters that are required, and a file has no query')
      : [];
  },
];

/** Parameters that name a version of the site. */
const RESERVED = ['ref', 'at', 'token'];

/** Keywords that would refer to other schemas. */
const REFERRING: ReadonlySet<string> = new Set(['$ref', '$id', '$schema', '$defs', 'definitions']);

function checkSchema(name: string, schema: Schema | undefined): readonly EndpointMistake[] {
  if (schema === undefined) return [];
  const referring = findKeyword(schema);
  if (referring !== undefined) return mistake([name], `must not use "${referring}": write the schema out`);
  try {
    compileSchema(schemaKey(schema, {}));
    return [];
  } catch (error) {
    return mistake([name], `must be a JSON Schema: ${error instanceof Error ? error.message : error}`);
  }
}

function findKeyword(schema: unknown): string | undefined {
  if (Array.isArray(schema)) return schema.map(findKeyword).find((one) => one !== undefined);
  if (!isPlainObject(schema)) return undefined;
  return (
    Object.keys(schema).find((keyword) => REFERRING.has(keyword)) ??
    Object.values(schema)
      .map(findKeyword)
      .find((one) => one !== undefined)
  );
}
