import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import type { OpenApiDocument } from '../../src/http/openapi/document.ts';

interface Answered {
  readonly method: string;
  /** Without the query. */
  readonly path: string;
  readonly status: number;
  readonly headers: Pick<Headers, 'has'>;
  readonly body: unknown;
}

/** Returns what differs in an answer from the description of the interface. */
export type CheckAnswer = (answer: Answered) => readonly object[];

interface Operation {
  readonly parameters: readonly { readonly name: string; readonly in: string; readonly description?: string }[];
  readonly responses: Readonly<Record<string, Response>>;
}

interface Response {
  readonly $ref?: string;
  readonly headers?: Readonly<Record<string, unknown>>;
  readonly content?: Readonly<Record<string, unknown>>;
}

interface Route {
  readonly method: string;
  readonly path: string;
  readonly operation: Operation;
  readonly matches: RegExp;
}

/**
 * Errors that are not described for each operation: malformed and unknown addresses, other methods, too many requests,
 * and bugs.
 */
const isGeneral = (status: number): boolean => [400, 404, 405, 429].includes(status) || status >= 500;

/** Headers that callers rely on beyond what HTTP says. */
const TELLING = ['ETag', 'X-Commit'];

/** Headers of an answer that its operation does not describe. */
function undescribed({ operation: { responses }, path }: Route, { status, headers }: Answered): readonly string[] {
  if (!(status in responses)) return isGeneral(status) ? [] : ['status'];
  if (!path.startsWith('/api/admin/') || status >= 400) return [];
  return TELLING.filter((name) => headers.has(name) && !(name in (responses[status]?.headers ?? {})));
}

/** Forbids unknown keys: answers may get new ones later, but all present ones are described. */
function closed(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(closed);
  if (typeof node !== 'object' || node === null) return node;
  const members = Object.fromEntries(Object.entries(node).map(([key, value]) => [key, closed(value)]));
  const isClosed = 'properties' in node && !('additionalProperties' in node);
  return isClosed ? { ...members, additionalProperties: false } : members;
}

/** Checks answers against an OpenAPI document. Answers without an operation or a description pass. */
export function createCheckAnswer(document: OpenApiDocument): CheckAnswer {
  // These validators run only a few times: optimizing them would cost more than it saves.
  const ajv = new Ajv2020({ strict: false, allErrors: true, validateFormats: true, code: { optimize: false } });
  addFormats.default(ajv);
  ajv.addSchema({ ...(closed(document) as OpenApiDocument), $id: 'interface' });
  const routes = routesOf(document);
  /** By schema, because most errors share one. */
  const validators = new Map<string, ValidateFunction>();

  function validatorOf({ path, method, operation }: Route, status: number): ValidateFunction | null {
    const response = operation.responses[status];
    // An error may be described for all operations together.
    const isOwn = response !== undefined && response.$ref === undefined;
    if (isOwn && !response.content?.['application/json']) return null;
    const own = ['paths', path, method, 'responses', String(status), 'content', 'application/json', 'schema'];
    const steps = isOwn ? own : ['components', 'schemas', 'Error'];
    const $ref = `interface#/${steps.map(escapeStep).join('/')}`;
    const known = validators.get($ref) ?? ajv.compile({ $ref });
    validators.set($ref, known);
    return known;
  }

  return (answer) => {
    const { method, path, status, body } = answer;
    const route = routes.find((one) => one.method === method.toLowerCase() && one.matches.test(path));
    if (!route) return [];
    const name = `${method} ${route.path} ${status}`;
    const missing = undescribed(route, answer);
    if (missing.length > 0) return missing.map((what) => ({ name, message: `${what} is not described` }));
    const validate = validatorOf(route, status);
    if (!validate || validate(body)) return [];
    return (validate.errors ?? []).map(({ instancePath, message, params }) => ({
      name,
      instancePath,
      message,
      params,
    }));
  };
}

/** Paths without parameters first, as they are served. */
const routesOf = ({ paths }: OpenApiDocument): readonly Route[] =>
  Object.entries(paths)
    .sort(([a], [b]) => (a.replaceAll('{', '~') < b.replaceAll('{', '~') ? -1 : 1))
    .flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, described]) => {
        // The document is our own: operations have the shape that `showOperation` makes.
        const operation = described as unknown as Operation;
        return { method, path, operation, matches: patternOf(path, operation) };
      }),
    );

const escapeStep = (step: string): string => encodeURIComponent(step.replaceAll('~', '~0').replaceAll('/', '~1'));

function patternOf(path: string, { parameters }: Operation): RegExp {
  const holdsSlashes = (name: string): boolean =>
    parameters.some((one) => one.name === name && (one.description ?? '').startsWith('May contain slashes'));
  const pattern = path
    .replaceAll('.', '\\.')
    .replaceAll(/\{(\w+)\}/g, (_, name: string) => (holdsSlashes(name) ? '.+' : '[^/]+'));
  return new RegExp(`^${pattern}$`);
}
