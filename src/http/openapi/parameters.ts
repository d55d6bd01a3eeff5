import type { Schema } from '../../model/schema/schema.ts';
import { answersParts, type Endpoint, heedsIfMatch, mergesLate, querySchemasOf } from '../endpoint.ts';
import { STRICT } from '../request/preferences.ts';
import { type QuerySchemas, queryParameterNames } from '../request/query.ts';
import { MERGE } from '../step/lateMerge.ts';
import { tellsUnknown } from '../step/unknownNames.ts';
import { versionParameters } from '../version/askedVersion.ts';
import type { Shapes } from './shapes.ts';

type Json = Readonly<Record<string, unknown>>;

/** The parameters of an endpoint: in the path, in the query, and the conditions that headers carry. */
export const showParameters = (endpoint: Endpoint, shapes: Shapes): readonly Json[] => [
  ...inPath(endpoint.path),
  ...inQuery(querySchemasOf(endpoint), shapes),
  ...versions(endpoint, shapes),
  ...conditions(endpoint),
  ...preferences(endpoint),
  ...(endpoint.site?.findInChange ? [headerParameter('Quire-Change', CHANGE_WORDS)] : []),
];

const CHANGE_WORDS =
  'The name of a change to read and write instead of what is live. Characters that are not ASCII are percent-encoded.';

/** The parameters that name a version; the header is for requests with a body. */
function versions(endpoint: Endpoint, shapes: Shapes): readonly Json[] {
  if (!endpoint.site?.findInVersion) return [];
  const known = queryParameterNames(querySchemasOf(endpoint));
  const own = Object.fromEntries(Object.entries(versionParameters.properties).filter(([name]) => !known.has(name)));
  const named = headerParameter('Quire-Ref', 'The same as `ref`, for requests with a body.');
  return [...inQuery({ read: { ...versionParameters, properties: own } }, shapes), named];
}

function preferences(endpoint: Endpoint): readonly Json[] {
  const words = [...(tellsUnknown(endpoint) ? [STRICT_WORDS] : []), ...(mergesLate(endpoint) ? [MERGE_WORDS] : [])];
  return words.length > 0 ? [headerParameter('Prefer', words.join(' '))] : [];
}

const MERGE_WORDS = `\`${MERGE}\` with a stale \`If-Match\` merges the change onto the present record; \`meta.merged\` lists what had changed meanwhile. If both sides changed a value, the answer is 409 with \`clashes\`.`;

const STRICT_WORDS = `\`${STRICT}\` refuses unknown names in the request: 400 with the path of each. Otherwise they are listed in \`meta.ignored\`.`;

const ID = { type: 'integer', minimum: 1 };
const PLACEMENT = { anyOf: [ID, { type: 'string', pattern: '^pb_[1-9][0-9]*$' }] };

const inPath = (path: string): readonly Json[] =>
  [...path.matchAll(/:(\w+)(\*?)/g)].map(([, name = '', star]) => ({
    name,
    in: 'path',
    required: true,
    ...(star === '*' && { description: 'May contain slashes, which are not encoded.' }),
    schema: pathParamSchema(name),
  }));

function pathParamSchema(name: string): Json {
  if (name === 'pbId') return PLACEMENT;
  const isId = name === 'id' || (name.endsWith('Id') && name !== 'messageId');
  return isId ? ID : { type: 'string' };
}

const inQuery = ({ read, unread }: QuerySchemas, shapes: Shapes): readonly Json[] =>
  Object.entries({ ...read?.properties, ...unread?.properties }).map(([name, schema]) => {
    const { description, ...shown } = shapes.show(schema as Schema);
    return {
      name,
      in: 'query',
      ...([read, unread].some((one) => one?.required.includes(name)) && { required: true }),
      ...(description !== undefined && { description }),
      // `filter[rating][gte]=3`
      ...(shown['type'] === 'object' && { style: 'deepObject', explode: true }),
      schema: shown,
    };
  });

const headerParameter = (name: string, description: string): Json => ({
  name,
  in: 'header',
  description,
  schema: { type: 'string' },
});

/** `If-Match` for writes to existing records, `If-None-Match` for answers that may be cached, `Range` for files. */
function conditions(endpoint: Endpoint): readonly Json[] {
  const { method, access } = endpoint;
  if (heedsIfMatch(endpoint))
    return [headerParameter('If-Match', 'The ETag with which the record was read: 412 if it has changed since.')];
  if (access !== 'public' || method !== 'GET') return [];
  return [
    headerParameter('If-None-Match', 'The ETag of a cached answer: 304 while it is still valid.'),
    ...(answersParts(endpoint)
      ? [headerParameter('Range', 'The part of the file to send, such as `bytes=0-499`.')]
      : []),
  ];
}
