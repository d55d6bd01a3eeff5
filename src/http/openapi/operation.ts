import type { Schema } from '../../model/schema/schema.ts';
import type { Endpoint } from '../endpoint.ts';
import { replacedBy } from '../request/patch.ts';
import { groupOf } from './groups.ts';
import { showParameters } from './parameters.ts';
import { showResponses } from './responses.ts';
import type { Shapes } from './shapes.ts';

type Json = Readonly<Record<string, unknown>>;

/** What one endpoint does, as OpenAPI 3.1 says it. */
export function showOperation(endpoint: Endpoint, shapes: Shapes): Json {
  const { method, path, summary, access } = endpoint;
  return {
    operationId: operationId(method, path),
    summary,
    description: [WHO[access], ...versionsOf(endpoint), ...howOf(endpoint)].join(' '),
    tags: [groupOf(path)],
    security: SECURITY[access] ?? CREDENTIALS,
    parameters: showParameters(endpoint, shapes),
    ...showBody(endpoint, shapes),
    responses: showResponses(endpoint, shapes),
  };
}

/** The path as OpenAPI writes it; that the last parameter may hold slashes is told where it is described. */
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
  optional: 'Anybody; a credential that is given must be good.',
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

const versionsOf = ({ inVersion }: Endpoint): readonly string[] =>
  inVersion
    ? ['With `ref` or `at`, which name another version of the site: who has a credential or a preview token.']
    : [];

/** How the body of a change counts. */
function howOf(endpoint: Endpoint): readonly string[] {
  if (endpoint.method === 'PATCH')
    return ['A JSON Merge Patch (RFC 7396): objects merge, null removes, lists replace; else it is the PUT.'];
  const replaced = replacedBy(endpoint).map((key) => `\`${key}\``);
  return replaced.length === 0 ? [] : [`Replaced whole where it is sent: ${replaced.join(', ')}; PATCH merges.`];
}

function showBody({ body, bodyTypes, takes }: Endpoint, shapes: Shapes): Json {
  const schema: Schema | undefined = takes?.body ?? body;
  if (!schema) return {};
  const types = bodyTypes ?? [takes?.type ?? 'application/json'];
  const content = Object.fromEntries(types.map((type) => [type, { schema: shapes.show(schema) }]));
  return { requestBody: { required: true, content } };
}
