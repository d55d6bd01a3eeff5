import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { expect } from 'vitest';
import type { Endpoint } from '../../src/http/endpoint.ts';
import { describeInterface, type OpenApiDocument } from '../../src/http/openapi/document.ts';
import { templateOf } from '../../src/http/openapi/operation.ts';

interface Answered {
  readonly method: string;
  /** Without the query. */
  readonly path: string;
  readonly status: number;
  readonly body: unknown;
}

/** Tells what in an answer is not as the interface describes it. */
export type CheckAnswer = (answer: Answered) => readonly object[];

/** Answers may get new keys one day; those of today are all described. */
function closed(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(closed);
  if (typeof node !== 'object' || node === null) return node;
  const members = Object.fromEntries(Object.entries(node).map(([key, value]) => [key, closed(value)]));
  const isClosed = 'properties' in node && !('additionalProperties' in node);
  return isClosed ? { ...members, additionalProperties: false } : members;
}

/** Holds answers against the document that describes these endpoints. What no endpoint answers, or none describes, passes. */
export function createCheckAnswer(endpoints: readonly Endpoint[]): CheckAnswer {
  const document = describeInterface(endpoints, { version: '0', siteUrl: 'http://localhost' });
  const ajv = new Ajv2020({ strict: false, allErrors: true, validateFormats: true });
  addFormats.default(ajv);
  ajv.addSchema({ ...(closed(document) as OpenApiDocument), $id: 'interface' });
  const routes = [...endpoints]
    .sort((a, b) => (a.path.replaceAll(':', '~') < b.path.replaceAll(':', '~') ? -1 : 1))
    .map((endpoint) => ({ endpoint, matches: patternOf(endpoint.path) }));
  const validators = new Map<string, ValidateFunction | null>();

  function validatorOf({ path, method }: Endpoint, status: number): ValidateFunction | null {
    const { responses } = document.paths[templateOf(path)]![method.toLowerCase()] as { responses: Responses };
    const response = responses[status];
    // An error may be one that all endpoints share.
    const where = response && !('$ref' in response) ? ['responses', String(status)] : undefined;
    const steps = where
      ? ['paths', templateOf(path), method.toLowerCase(), ...where, 'content', 'application/json', 'schema']
      : ['components', 'schemas', 'Error'];
    if (where && !response!.content?.['application/json']) return null;
    return ajv.compile({ $ref: `interface#/${steps.map(escapeStep).join('/')}` });
  }

  return ({ method, path, status, body }) => {
    const route = routes.find(({ endpoint, matches }) => endpoint.method === method && matches.test(path));
    if (!route || (status < 400 && !route.endpoint.result)) return [];
    const name = `${route.endpoint.method} ${route.endpoint.path} ${status}`;
    if (!validators.has(name)) validators.set(name, validatorOf(route.endpoint, status));
    if (status < 400 && !route.endpoint.result?.statuses.includes(status))
      return [{ name, message: 'is not described' }];
    const validate = validators.get(name);
    if (!validate || validate(body)) return [];
    return (validate.errors ?? []).map(({ instancePath, message, params }) => ({
      name,
      instancePath,
      message,
      params,
    }));
  };
}

type Responses = Readonly<Record<string, { readonly content?: Readonly<Record<string, unknown>> }>>;

const escapeStep = (step: string): string => encodeURIComponent(step.replaceAll('~', '~0').replaceAll('/', '~1'));

const patternOf = (path: string): RegExp =>
  new RegExp(
    `^${path
      .replaceAll('.', '\\.')
      .replaceAll(/:\w+\*/g, '.+')
      .replaceAll(/:\w+/g, '[^/]+')}$`,
  );

/** Compiled once for all sites of a run: they have the same endpoints. */
const CHECKS = new Map<string, CheckAnswer>();

/** Fails the test when an answer is not as the interface describes it. */
export function expectDescribed(endpoints: readonly Endpoint[], answer: Answered): void {
  const name = endpoints.map(({ method, path }) => `${method} ${path}`).join();
  const check = CHECKS.get(name) ?? createCheckAnswer(endpoints);
  CHECKS.set(name, check);
  expect(check(answer)).toEqual([]);
}
