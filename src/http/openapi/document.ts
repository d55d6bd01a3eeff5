import type { WorkSteps } from '../../lib/turn/runSteps.ts';
import { list, namedSchema, object, record } from '../../model/schema/schema.ts';
import { CLASH } from '../../view/shapes/sync.ts';
import { problemReason } from '../../view/shapes/values.ts';
import type { Endpoint } from '../endpoint.ts';
import { STATUS } from '../errors.ts';
import { endpointGroup } from './groups.ts';
import { showOperation, templateOf } from './operation.ts';
import { ERROR_RESPONSES } from './responses.ts';
import { createShapes } from './shapes.ts';
import { type DescribedTypes, describeValueShapes } from './valueShapes.ts';

type Json = Readonly<Record<string, unknown>>;

export interface InterfaceInfo {
  readonly version: string;
  /** The address of the interface. */
  readonly siteUrl: string;
  /** Whose fields are described; without it, fields are only objects. */
  readonly types?: DescribedTypes;
}

/** An OpenAPI 3.1 document. */
export interface OpenApiDocument {
  readonly openapi: string;
  readonly info: { readonly title: string; readonly version: string; readonly description: string };
  readonly servers: readonly { readonly url: string }[];
  readonly tags: readonly { readonly name: string }[];
  /** By path and method. */
  readonly paths: Readonly<Record<string, Readonly<Record<string, Json>>>>;
  readonly components: Readonly<Record<'schemas' | 'responses' | 'securitySchemes', Readonly<Record<string, Json>>>>;
}

const DESCRIPTION = `Content as files in a git repository: everybody can read published content under \`/api/content\`; people and programs with a credential edit it under \`/api/admin\`.

Answers are \`{ "data": … }\`, lists also have \`meta\`; errors are \`{ "errors": [{ "code", "message", "path"? }] }\`, all problems of a request at once; with \`Prefer: reasons\` those that people can meet also have a \`reason\` and its \`params\`, so that clients can word them. Ids are integers, times are ISO 8601 in UTC. Unknown keys of a body are dropped, names in \`fields\` that the type does not have are kept; both are listed in \`meta.ignored\`, and refused with \`Prefer: handling=strict\`. A query parameter that is nearly spelt like one of the operation is refused, any other unknown one is ignored, and refused with the same preference. A record may be sent back as it was read: read-only keys are ignored. Every write to content is one commit: \`X-Commit\` is its id, \`ETag\` is the new version of the file. Send it as \`If-Match\` to be refused if somebody else has changed the record since, and add \`Prefer: merge\` to merge both changes: then only values that both sides changed are refused, and listed in \`clashes\`.`;

const ERROR = namedSchema(
  'Error',
  object(
    {
      errors: list(
        object(
          { code: { type: 'string', enum: Object.keys(STATUS) }, message: { type: 'string' } },
          {
            path: { type: 'array', items: { type: 'string' } },
            reason: problemReason,
            params: record({ type: ['string', 'number'] }),
          },
        ),
      ),
    },
    { clashes: list(CLASH) },
  ),
);

const SECURITY_SCHEMES = {
  session: { type: 'http', scheme: 'bearer', description: 'A token from `POST /api/admin/auth/login`, or an API key.' },
  cookie: {
    ...{ type: 'apiKey', in: 'cookie', name: '__Host-quire' },
    description:
      'The session of a browser, set by `POST /api/admin/auth/login` with `cookie`. Requests that change something must come from a page of the same origin.',
  },
  apiKey: { type: 'apiKey', in: 'header', name: 'X-API-Key', description: 'An API key: `sk_…`.' },
};

/** Describes the endpoints, step by step. The same endpoints and types give the same document. */
export function* describeInterface(
  endpoints: readonly Endpoint[],
  { version, siteUrl, types }: InterfaceInfo,
): WorkSteps<OpenApiDocument> {
  const shapes = createShapes();
  shapes.show(ERROR);
  const paths: Record<string, Record<string, Json>> = {};
  for (const endpoint of endpoints) {
    const path = templateOf(endpoint.path);
    paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: showOperation(endpoint, shapes) };
    yield;
  }
  const schemas = { ...shapes.components(), ...(types && describeValueShapes(types)) };
  return {
    openapi: '3.1.0',
    info: { title: 'Quire', version, description: DESCRIPTION },
    servers: [{ url: siteUrl }],
    tags: [...new Set(endpoints.map(({ path }) => endpointGroup(path)))].map((name) => ({ name })),
    paths,
    components: { schemas, responses: ERROR_RESPONSES, securitySchemes: SECURITY_SCHEMES },
  };
}
