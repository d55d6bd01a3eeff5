import { type Html, html, inline } from './html.ts';
import { sampleOf, samplePath } from './sample.ts';
import { type DocumentedSchema, showBounds, showMembers, showType } from './shape.ts';

type Json = Readonly<Record<string, unknown>>;
type BodyContent = Readonly<Record<string, { readonly schema?: DocumentedSchema }>>;

interface ApiParameter {
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
  readonly description?: string;
  readonly schema: DocumentedSchema;
}

interface Response {
  readonly $ref?: string;
  readonly description?: string;
  readonly headers?: Readonly<Record<string, { readonly description: string }>>;
  readonly content?: BodyContent;
}

/** One endpoint of an OpenAPI document. */
export interface ApiOperation {
  readonly method: string;
  readonly path: string;
  readonly operationId: string;
  readonly summary: string;
  readonly description: string;
  readonly tags: readonly string[];
  readonly security: readonly Json[];
  readonly parameters: readonly ApiParameter[];
  readonly requestBody?: { readonly content: BodyContent };
  readonly responses: Readonly<Record<string, Response>>;
}

/** The rest of the document, for examples and shared answers. */
export interface DocumentContext {
  readonly siteUrl: string;
  readonly schemas: Readonly<Record<string, DocumentedSchema>>;
  readonly responses: Readonly<Record<string, Response>>;
}

/** An endpoint: its line, with details that open below it. */
export function renderOperation(operation: ApiOperation, around: DocumentContext): Html {
  const { method, path, operationId, summary, description } = operation;
  return html`<details class="operation"><summary><span class="method ${method}">${method.toUpperCase()}</span><code class="path">${breakable(path)}</code><span class="summary">${summary}</span></summary>
<div class="body" id="${operationId}"><p class="who">${inline(description)}</p>
${renderParameters(operation)}${showRequestBody(operation)}${renderResponses(operation, around)}
<h4>Example</h4><pre>${exampleOf(operation, around)}</pre></div></details>`;
}

/** Long paths break after their slashes. */
const breakable = (path: string): Html =>
  html`${path.split('/').map((part, index) => html`${index > 0 ? html`/<wbr>` : ''}${part}`)}`;

function renderParameters({ parameters }: ApiOperation): Html | undefined {
  if (parameters.length === 0) return undefined;
  return html`<h4>Parameters</h4><ul class="members">${parameters.map(
    ({ name, in: where, required, description, schema }) =>
      html`<li><code class="name">${name}</code>${required ? html`<b title="required">*</b>` : ''} <span class="place">${where}</span> <span class="type">${showType(schema)}</span> <span class="note">${description ? inline(description) : ''} ${showBounds(schema)}</span></li>`,
  )}</ul>`;
}

/** The media type is left out for JSON whose members are shown. */
const renderBodyContent = (content: BodyContent = {}): readonly Html[] =>
  Object.entries(content).map(([type, { schema }]) => {
    const members = schema && showMembers(schema);
    return members && type === 'application/json'
      ? members
      : html`<p class="media">${type}${schema ? html` <span class="type">${showType(schema)}</span>` : ''}</p>${members}`;
  });

const showRequestBody = ({ requestBody }: ApiOperation): Html | undefined =>
  requestBody && html`<h4>Body</h4>${renderBodyContent(requestBody.content)}`;

function renderResponses({ responses }: ApiOperation, around: DocumentContext): Html {
  const own = Object.entries(responses).filter(([, { $ref }]) => $ref === undefined);
  const shared = Object.keys(responses).filter(
    (status) => responses[status]?.$ref !== undefined && status !== 'default',
  );
  const titleOf = (status: string): string => around.responses[status]?.description ?? '';
  return html`<h4>Answers</h4>${own.map(
    ([status, { description = '', headers = {}, content }]) =>
      html`<div class="answer"><p><b class="status">${status}</b> ${inline(description)}</p>${renderBodyContent(content)}${Object.entries(
        headers,
      ).map(([name, header]) => html`<p class="header"><code>${name}</code> ${inline(header.description)}</p>`)}</div>`,
  )}<p class="errors">Errors: ${shared.map((status, index) => html`${index > 0 ? ' ' : ''}<a href="#errors" title="${titleOf(status)}">${status}</a>`)}</p>`;
}

/** The request as a curl command. */
function exampleOf({ method, path, parameters, security, requestBody }: ApiOperation, around: DocumentContext): string {
  const filled = samplePath(
    path,
    parameters.filter((parameter) => parameter.in === 'path'),
  );
  const query = parameters.filter(
    (parameter) => parameter.in === 'query' && (parameter.required || parameter.name === 'query'),
  );
  const search = query.map(({ name, schema }) => `${name}=${encodeURIComponent(String(sampleOf(schema, {}, name)))}`);
  const url = `${around.siteUrl}${filled}${search.length > 0 ? `?${search.join('&')}` : ''}`;
  const needsCredential = security.length > 0 && !security.some((scheme) => Object.keys(scheme).length === 0);
  return [
    `curl${method === 'get' ? '' : ` -X ${method.toUpperCase()}`} '${url}'`,
    ...(needsCredential ? [`-H "Authorization: Bearer $TOKEN"`] : []),
    ...curlBodyOptions(path, requestBody?.content, around),
  ].join(' \\\n  ');
}

function curlBodyOptions(
  path: string,
  content: BodyContent | undefined,
  { schemas }: DocumentContext,
): readonly string[] {
  const [first] = Object.entries(content ?? {});
  if (!first) return [];
  const [type, { schema = {} }] = first;
  // The schema of a GraphQL body accepts anything, because errors are reported in GraphQL's format.
  const sample = path.endsWith('/graphql') ? { query: sampleOf({}, {}, 'query') } : sampleOf(schema, schemas);
  if (type === 'multipart/form-data') return Object.keys(sample as object).map((name) => `-F ${name}=@photo.jpg`);
  return [`-H 'Content-Type: ${type}'`, `-d '${JSON.stringify(sample).replaceAll("'", "'\\''")}'`];
}
