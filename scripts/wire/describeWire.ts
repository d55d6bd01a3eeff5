import type { Endpoint } from '../../src/http/endpoint.ts';
import { describeInterface, type OpenApiDocument } from '../../src/http/openapi/document.ts';
import { isPlainObject } from '../../src/lib/json/isPlainObject.ts';
import { showSchema } from './showSchema.ts';

type Json = Readonly<Record<string, unknown>>;

const HEAD = `// Written by \`npm run wire\` from the description of the interface. Not to be edited.
`;

/** The endpoints that the editor's interface uses; public ones are for front ends. */
const isAsked = (path: string): boolean => path.startsWith('/api/admin/') || path === '/api/health';

/** Writes a TypeScript file: an interface for each named shape, and what each endpoint takes and answers. */
export function describeWire(endpoints: readonly Endpoint[]): string {
  const document = lastOf(describeInterface(endpoints, { version: '0', siteUrl: 'http://localhost' }));
  const shapes = Object.entries(document.components.schemas).map(
    ([name, schema]) => `export type ${name} = ${showSchema(schema)};\n`,
  );
  return [HEAD, ...shapes, `export interface Interface {\n${operationsOf(document).join('')}}\n`].join('\n');
}

function lastOf(steps: ReturnType<typeof describeInterface>): OpenApiDocument {
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}

const operationsOf = ({ paths }: OpenApiDocument): readonly string[] =>
  Object.entries(paths)
    .filter(([path]) => isAsked(path))
    .flatMap(([path, methods]) =>
      Object.entries(methods).map(
        ([method, operation]) => `  '${method.toUpperCase()} ${path}': ${showOperation(operation)};\n`,
      ),
    );

function showOperation(operation: Json): string {
  const parameters = (operation['parameters'] ?? []) as readonly Json[];
  const parts = [
    ['path', showParameters(parameters.filter(({ in: place }) => place === 'path'))],
    ['query', showParameters(parameters.filter(({ in: place }) => place === 'query'))],
    ['body', showContent(operation['requestBody'])],
    ['answer', showContent(successOf(operation['responses'] as Json))],
  ];
  return `{ ${parts.map(([name, type]) => `${name}: ${type}`).join('; ')} }`;
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
