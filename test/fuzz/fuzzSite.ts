import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildClientSchema, type GraphQLSchema, getIntrospectionQuery, type IntrospectionQuery } from 'graphql';
import type { OpenApiDocument } from '../../src/http/openapi/document.ts';
import { type ServerProcess, startProcess } from '../crash/serverProcess.ts';
import { logIn, requireSound } from '../crash/siteProcess.ts';
import { planQuery } from './planQuery.ts';
import type { Operation, PlannedRequest, Planning } from './planRequest.ts';
import type { Random } from './random.ts';
import type { Json } from './sampleValue.ts';

const ADMIN = { QUIRE_ADMIN_EMAIL: 'ada@example.invalid', QUIRE_ADMIN_PASSWORD: 'correct horse' };

/** A server in a process of its own on a copy of the sample site. */
export interface FuzzSite {
  readonly server: ServerProcess;
  readonly document: OpenApiDocument;
  readonly planning: Planning;
  /** A hostile GraphQL request. */
  planQuery(random: Random): PlannedRequest;
  /** Stops the server. Throws unless it ends well, leaves a sound repository, and another server can read all of it. */
  requireWhole(): Promise<void>;
  remove(): Promise<void>;
}

export async function makeFuzzSite(): Promise<FuzzSite> {
  const folder = mkdtempSync(join(tmpdir(), 'quire-fuzz-'));
  const contentDir = join(folder, 'content');
  cpSync('content', contentDir, { recursive: true });
  const env = { ...ADMIN, CONTENT_DIR: contentDir, PRIVATE_DIR: join(folder, 'private') };
  const server = await startProcess(env);
  const admin = await makeKey(server.url, await logIn(server.url, ADMIN), '*');
  const others = await Promise.all(['content:write', 'content:read'].map((one) => makeKey(server.url, admin, one)));
  const document = (await (await fetch(`${server.url}/api/openapi.json`)).json()) as OpenApiDocument;
  const operations = operationsOf(document);
  const callers = [...[admin, ...others].map((key) => ({ 'x-api-key': key })), {}];
  const known = await harvest(server.url, operations, admin);
  const schema = await readSchema(server.url);
  return {
    server,
    document,
    planning: { operations, callers, known, schemas: document.components.schemas },
    planQuery: (random) => planQuery(schema, random),
    async requireWhole() {
      const code = await server.stop();
      if (code !== 0) throw new Error(`The server ended with ${code}`);
      requireSound(contentDir);
      const again = await startProcess(env);
      const unreadable = await unreadableOf(again.url, admin);
      await again.stop();
      if (unreadable.length > 0) throw new Error(`Files that were written cannot be read:\n${unreadable.join('\n')}`);
    },
    async remove() {
      await server.stop();
      rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
    },
  };
}

async function readSchema(url: string): Promise<GraphQLSchema> {
  const response = await fetch(`${url}/api/content/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ query: getIntrospectionQuery() }),
  });
  const { data } = (await response.json()) as { data: IntrospectionQuery };
  return buildClientSchema(data);
}

const UNREADABLE = new Set([
  'SYNTAX',
  'SCHEMA',
  'LIMIT',
  'UNKNOWN_PATH',
  'NOT_A_FILE',
  'DUPLICATE_KEY',
  'CASE_COLLISION',
]);

/** Problems of files; references to deleted records do not count. */
async function unreadableOf(url: string, key: string): Promise<readonly string[]> {
  const response = await fetch(`${url}/api/admin/problems`, { headers: { 'x-api-key': key } });
  const { data } = (await response.json()) as { data: readonly { code: string; path: string; message: string }[] };
  return data
    .filter(({ code }) => UNREADABLE.has(code))
    .map(({ code, path, message }) => `${code} ${path}: ${message}`);
}

async function makeKey(url: string, token: string, permissions: string): Promise<string> {
  const response = await fetch(`${url}/api/admin/api-keys`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ name: permissions, permissions }),
  });
  const { data } = (await response.json()) as { data: { key: string } };
  return data.key;
}

interface Described {
  readonly parameters: Operation['parameters'];
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: Json }>> };
}

const operationsOf = ({ paths }: OpenApiDocument): readonly Operation[] =>
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, described]) => {
      // The document is our own: operations have what `showOperation` gives them.
      const { parameters, requestBody } = described as unknown as Described;
      const [content] = Object.entries(requestBody?.content ?? {});
      return {
        method: method.toUpperCase(),
        path,
        parameters,
        body: content ? { type: content[0], schema: content[1].schema } : null,
      };
    }),
  );

const MAX_KNOWN = 60;
/** Values that would send a request to another machine. */
const OUTSIDE = new Set(['url', 'events']);

/** Values in the site's answers to requests without parameters, by their keys. */
async function harvest(
  url: string,
  operations: readonly Operation[],
  key: string,
): Promise<ReadonlyMap<string, readonly unknown[]>> {
  const known = new Map<string, unknown[]>();
  const take = (name: string, value: unknown): void => {
    const values = known.get(name) ?? [];
    if (values.length < MAX_KNOWN && !OUTSIDE.has(name)) known.set(name, [...values, value]);
    if (typeof value === 'object' && value !== null)
      for (const [inner, one] of Object.entries(value))
        take(Array.isArray(value) ? name.replace(/s$/, '') : inner, one);
  };
  const asked = operations.filter(
    ({ method, path }) =>
      method === 'GET' && !path.includes('{') && !/events|openapi|docs|graphql|problems$/.test(path),
  );
  for (const { path } of asked) {
    const response = await fetch(url + path, { headers: { 'x-api-key': key } });
    if (!response.headers.get('content-type')?.startsWith('application/json')) continue;
    const answer = (await response.json()) as { data?: unknown };
    take('answer', answer);
    const ids = Array.isArray(answer.data) ? answer.data.flatMap(({ id }) => id ?? []) : [];
    if (ids.length > 0) known.set(path, ids);
  }
  return known;
}
