import type { Endpoint } from '../../src/http/endpoint.ts';
import { describeInterface, type OpenApiDocument } from '../../src/http/openapi/document.ts';
import { isPlainObject } from '../../src/lib/json/isPlainObject.ts';
import { showSchema } from './showSchema.ts';

type Json = Readonly<Record<string, unknown>>;

const HEAD = `// Written by \`npm run wire\` from the description of the interface. Not to be edited.
`;

/** The endpoints that the editor's interface uses; public ones are for front ends. */
const isAsked = (path: string): boolean =>
  path.startsWith('/api/admin/') || path.startsWith('/api/auth/') || path === '/api/health';

/**
 * Writes a TypeScript file: a type for each named shape, its values if it has few, what each endpoint takes and answers,
 * and which endpoints are the same in all changes.
 */
export function describeWire(endpoints: readonly Endpoint[]): string {
  const document = lastOf(describeInterface(endpoints, { version: '0', siteUrl: 'http://localhost' }));
  const operations = operationsOf(document);
  return [
    HEAD,
    ...Object.entries(document.components.schemas).map(showShape),
    `export interface Interface {\n${operations.map(showOperation).join('')}}\n`,
    `/** The paths of endpoints that are the same in all changes; those below them are, too. */
export const SAME_IN_ALL_CHANGES: readonly string[] = ${JSON.stringify(findPathsOutside(operations))};\n`,
  ].join('\n');
}

/** A type; the values of a choice also as a list, a default as a constant, and what each reason names. */
function showShape([name, schema]: readonly [string, Json]): string {
  const constant = name.replaceAll(/\B[A-Z]/g, '_$&').toUpperCase();
  const fallback = schema['default'];
  return [
    Array.isArray(schema['enum'])
      ? `export const ${constant}S = ${JSON.stringify(schema['enum'])} as const;\nexport type ${name} = (typeof ${constant}S)[number];\n`
      : `export type ${name} = ${showSchema(schema)};\n`,
    ...(isPlainObject(schema['x-params']) ? [showParams(schema['x-params'])] : []),
    ...(fallback === undefined ? [] : [`export const DEFAULT_${constant} = ${JSON.stringify(fallback)};\n`]),
  ].join('');
}

/** The names of the facts of each reason. */
const showParams = (params: Json): string =>
  `export interface ReasonParams { ${Object.entries(params)
    .map(
      ([reason, names]) =>
        `readonly ${reason}: ${(names as readonly string[]).map((name) => `'${name}'`).join(' | ') || 'never'}`,
    )
    .join('; ')} }\n`;

interface Operation {
  readonly method: string;
  readonly path: string;
  readonly described: Json;
}

function lastOf(steps: ReturnType<typeof describeInterface>): OpenApiDocument {
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}

const operationsOf = ({ paths }: OpenApiDocument): readonly Operation[] =>
  Object.entries(paths)
    .filter(([path]) => isAsked(path))
    .flatMap(([path, methods]) => Object.entries(methods).map(([method, described]) => ({ method, path, described })));

const parametersOf = ({ described }: Operation): readonly Json[] => (described['parameters'] ?? []) as readonly Json[];

const isInChanges = (operation: Operation): boolean =>
  parametersOf(operation).some(({ name }) => name === 'Quire-Change');

/** The shortest paths that lead to all endpoints outside of changes, and to no other. */
function findPathsOutside(operations: readonly Operation[]): readonly string[] {
  const within = operations.filter(isInChanges).map(({ path }) => path);
  const outside = operations.filter((one) => !isInChanges(one)).map(({ path }) => path);
  const isWithin = (path: string): boolean => within.some((one) => one === path || one.startsWith(`${path}/`));
  const shortest = outside.map((path) => {
    if (isWithin(path)) throw new Error(`Some methods of ${path}, or paths below it, are in changes and some are not`);
    const parts = path.split('/');
    const ends = parts.map((_, index) => parts.slice(0, index + 1).join('/'));
    return ends.find((one) => !isWithin(one)) ?? path;
  });
  return [...new Set(shortest)];
}

function showOperation(operation: Operation): string {
  const { method, path, described } = operation;
  const parameters = parametersOf(operation);
  const parts = [
    ['path', showParameters(parameters.filter(({ in: place }) => place === 'path'))],
    ['query', showParameters(parameters.filter(({ in: place }) => place === 'query'))],
    ['body', showContent(described['requestBody'])],
    ['answer', showContent(successOf(described['responses'] as Json))],
  ];
  const shown = parts.map(([name, type]) => `${name}: ${type}`).join('; ');
  return `  '${method.toUpperCase()} ${path}': { ${shown} };\n`;
}

const showParameters = (parameters: readonly Json[]): string =>
  parameters.length === 0
    ? 'undefined'
    : `{ ${parameters
        .map(({ name, required, schema }) => `${name}${required === true ? '' : '?'}: ${showSchema(schema)}`)
        .join('; ')} }`;

const successOf = (responses: Json): unknown => responses['200'] ?? responses['201'] ?? responses['202'];

function showContent(holder: unknown): string {
  if (!isPlainObject(holder) || !isPlainObject(holder['content'])) return 'undefined';
  const [content] = Object.entries(holder['content']).filter(([type]) => type.includes('json'));
  return isPlainObject(content?.[1]) ? showSchema(content[1]['schema']) : 'unknown';
}
