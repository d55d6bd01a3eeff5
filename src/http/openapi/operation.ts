import type { Schema } from '../../model/schema/schema.ts';
import { type Endpoint, unreadBodyOf } from '../endpoint.ts';
import { keysReplacedByPut, PATCH_TYPES } from '../request/patch.ts';
import { acceptedBody } from '../step/acceptedBody.ts';
import { endpointGroup } from './groups.ts';
import { showParameters } from './parameters.ts';
import { showResponses } from './responses.ts';
import type { Shapes } from './shapes.ts';

type Json = Readonly<Record<string, unknown>>;

/** One endpoint as an OpenAPI 3.1 operation. */
export function showOperation(endpoint: Endpoint, shapes: Shapes): Json {
  const { method, path, summary, access } = endpoint;
  return {
    operationId: operationId(method, path),
    summary,
    description: [WHO[access], ...describeVersions(endpoint), ...howOf(endpoint)].join(' '),
    tags: [endpointGroup(path)],
    security: SECURITY[access] ?? CREDENTIALS,
    parameters: showParameters(endpoint, shapes),
    ...showBody(endpoint, shapes),
    responses: showResponses(endpoint, shapes),
  };
}

/** The path as OpenAPI writes it. The description of a parameter says whether it may contain slashes. */
export const templateOf = (path: string): string => path.replaceAll(/:(\w+)\*?/g, '{$1}');

/** `getAdminPagesId` */
const operationId = (method: string, path: string): string =>
  method.toLowerCase() +
  path
    .replace(/^\/api\//, '')
    .split(/[^A-Za-z0-9]+/)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('');

const WHO: Readonly<Record<Endpoint['access'], string>> = {
  public: 'Anybody. Credentials are not read.',
  open: 'Anybody.',
  optional: 'Anybody; a credential must be valid if one is sent.',
  preview: 'Viewers, editors and admins.',
  viewer: 'Viewers, editors and admins.',
  editor: 'Editors and admins.',
  admin: 'Admins.',
};

const CREDENTIALS = [{ session: [] }, { apiKey: [] }, { cookie: [] }];
const SECURITY: Partial<Record<Endpoint['access'], readonly Json[]>> = {
  public: [],
  open: [],
  optional: [{}, ...CREDENTIALS],
};

const describeVersions = ({ site }: Endpoint): readonly string[] =>
  site?.findInVersion
    ? ['With `ref` or `at`, which name another version of the site: callers with a credential or a preview token.']
    : [];

/** How PUT and PATCH apply their body. */
function howOf(endpoint: Endpoint): readonly string[] {
  if (endpoint.method === 'PATCH')
    return ['A JSON Merge Patch (RFC 7396): objects merge, null removes, lists replace; otherwise the same as PUT.'];
  const replaced = keysReplacedByPut(endpoint).map((key) => `\`${key}\``);
  return replaced.length === 0
    ? []
    : [`These keys are replaced whole if sent: ${replaced.join(', ')}; PATCH merges them.`];
}

function showBody(endpoint: Endpoint, shapes: Shapes): Json {
  const { method } = endpoint;
  const unread = unreadBodyOf(endpoint);
  const schema: Schema | undefined = unread?.unread ?? acceptedBody(endpoint);
  if (!schema) return {};
  const types = method === 'PATCH' ? PATCH_TYPES : [unread?.type ?? 'application/json'];
  const content = Object.fromEntries(types.map((type) => [type, { schema: shapes.show(schema) }]));
  return { requestBody: { required: true, content } };
}
