import { HOSTILE_TEXTS } from './hostile.ts';
import { mutateBytes, mutateValue } from './mutate.ts';
import type { Random } from './random.ts';
import { type Json, type Sampling, sampleValue } from './sampleValue.ts';

/** A request as it is sent; the path has no host, and may be invalid. */
export interface PlannedRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array | null;
}

/** One operation of an OpenAPI document. */
export interface Operation {
  readonly method: string;
  readonly path: string;
  readonly parameters: readonly { readonly name: string; readonly in: string; readonly schema: Json }[];
  readonly body: { readonly type: string; readonly schema: Json } | null;
}

export interface Planning extends Omit<Sampling, 'random'> {
  readonly operations: readonly Operation[];
  /** Headers that name a caller; the first is the admin. */
  readonly callers: readonly Readonly<Record<string, string>>[];
}

/** Paths of the records this test depends on: they are requested with other ids. */
const OWN = /^\/api\/admin\/(users|api-keys)\/\{id\}/;

/** Plans a valid request to one of the operations, or one with a mistake. */
export function planRequest(planning: Planning, random: Random): PlannedRequest {
  const operation = pickOperation(planning, random);
  const sampling = { ...planning, random };
  const isMutated = random.chance(0.6);
  const path = fillPath(operation, sampling, isMutated && random.chance(0.25));
  const query = fillQuery(operation, sampling, isMutated && random.chance(0.4));
  const caller = random.chance(0.75) ? planning.callers[0]! : random.pick(planning.callers);
  const content = fillBody(operation, sampling, isMutated && random.chance(0.8));
  return {
    method: isMutated && random.chance(0.03) ? random.pick(METHODS) : operation.method,
    path: path + (query === '' ? '' : `?${query}`),
    headers: { ...caller, ...content.headers, ...(random.chance(0.2) && random.pick(HEADERS)) },
    body: content.body,
  };
}

/** Paths that hash a password, which takes as long as a hundred other requests. */
const COSTLY = /\/auth\/login$|\/users/;

function pickOperation({ operations }: Planning, random: Random): Operation {
  const first = random.pick(operations);
  return COSTLY.test(first.path) && random.chance(0.9) ? random.pick(operations) : first;
}

const METHODS = ['HEAD', 'OPTIONS', 'PATCH', 'PUT', 'POST', 'DELETE', 'GET', 'PROPFIND'];
const HEADERS: readonly Readonly<Record<string, string>>[] = [
  { 'if-match': '"0000000000000000000000000000000000000000"' },
  { 'if-match': '*' },
  { 'if-match': 'W/"x", "y"' },
  { 'if-none-match': '*' },
  { 'if-none-match': 'x'.repeat(5_000) },
  { accept: 'application/graphql-response+json' },
  { accept: '*/*;q=x' },
  { 'accept-encoding': 'br, gzip;q=0, identity;q=0, *;q=' },
  { range: 'bytes=5-2,0-,-0,99999999999999999999-' },
  { range: 'bytes=0-1' },
  { origin: 'null' },
  { 'x-forwarded-for': "1.2.3.4, '; --, ::1" },
  { 'x-http-method-override': 'DELETE' },
  { 'x-request-id': '<script>' },
  { 'last-event-id': 'x' },
  { authorization: 'Bearer sk_x' },
  { authorization: `Bearer ${'a.'.repeat(3_000)}` },
  { 'x-api-key': ' ' },
  { cookie: '__proto__=1' },
  { 'content-encoding': 'gzip' },
];

const encode = (text: string): string => encodeURIComponent(text.toWellFormed());

function fillPath(operation: Operation, sampling: Sampling, isMutated: boolean): string {
  const { random } = sampling;
  const isOwn = OWN.test(operation.path);
  const filled = operation.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    if (isOwn) return String(10 + random.below(40));
    if (isMutated) return encode(random.pick(HOSTILE_TEXTS).slice(0, 500));
    const isId = name === 'id' || name.endsWith('Id');
    if (isId && name !== 'messageId') return String(idIn(operation.path, sampling));
    return encode(String(sampleValue({ type: 'string' }, sampling, name))).replaceAll('%2F', '/');
  });
  return isMutated && !isOwn && random.chance(0.3) ? random.pick(BENDS)(filled) : filled;
}

/** An id, mostly of a record that existed at the start. */
function idIn(path: string, { random, known }: Sampling): unknown {
  const ids = known.get(path.slice(0, path.indexOf('/{'))) ?? [];
  return ids.length > 0 && random.chance(0.7) ? random.pick(ids) : 1 + random.below(60);
}

const BENDS: readonly ((path: string) => string)[] = [
  (path) => `${path}/`,
  (path) => `/${path}`,
  (path) => path.toUpperCase(),
  (path) => path.replace('/api', '/api/..'),
  (path) => path.replaceAll(/(?!^)\//g, '%2f'),
  (path) => `${path}%`,
  (path) => `${path}%ff`,
  (path) => `${path};a=b`,
  (path) => `http://x${path}`,
];

function fillQuery({ parameters }: Operation, sampling: Sampling, isMutated: boolean): string {
  const { random } = sampling;
  const given = parameters.filter((one) => one.in === 'query' && random.chance(0.4));
  const pairs = given.map(({ name, schema }) => {
    const value = isMutated ? random.pick(HOSTILE_TEXTS).slice(0, 4_000) : String(sampleValue(schema, sampling, name));
    return `${name}=${encode(value)}`;
  });
  if (!isMutated) return pairs.join('&');
  return random
    .pick([
      pairs,
      [...pairs, ...pairs],
      [...pairs, '%'],
      [...pairs, 'filter[summary][contains]=a'],
      [...pairs, 'filter[__proto__][eq]='],
    ])
    .join('&');
}

interface Content {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array | null;
}

function fillBody({ body }: Operation, sampling: Sampling, isMutated: boolean): Content {
  if (body === null) return { headers: {}, body: null };
  if (body.type === 'multipart/form-data') return fillForm(sampling, isMutated);
  const { random } = sampling;
  const value = sampleValue(body.schema, sampling);
  const json = Buffer.from(JSON.stringify(isMutated && random.chance(0.8) ? mutateValue(value, random) : value) ?? '');
  return {
    headers: { 'content-type': isMutated && random.chance(0.05) ? random.pick(TYPES) : 'application/json' },
    body: isMutated && random.chance(0.2) ? mutateBytes(json, random) : json,
  };
}

const TYPES = [
  'text/plain',
  'application/json; charset=latin1',
  'multipart/form-data; boundary=x',
  'application/x-www-form-urlencoded',
  '',
  'a/b;',
];
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const FILES = [
  PNG,
  Buffer.from('plain text\n'),
  Buffer.from('<svg onload=alert(1)>'),
  Buffer.from('%PDF-1.7\n'),
  Buffer.alloc(3_000),
];

function fillForm({ random }: Sampling, isMutated: boolean): Content {
  const name = isMutated
    ? random
        .pick(HOSTILE_TEXTS)
        .replaceAll(/["\r\n]/g, '')
        .slice(0, 300)
    : 'picture.png';
  const file = isMutated ? mutateBytes(random.pick(FILES), random) : random.pick(FILES);
  const form = Buffer.concat([
    Buffer.from(`--quire\r\nContent-Disposition: form-data; name="title"\r\n\r\nA picture ${random.below(100)}\r\n`),
    Buffer.from(`--quire\r\nContent-Disposition: form-data; name="file"; filename="${name}"\r\n\r\n`),
    file,
    Buffer.from('\r\n--quire--\r\n'),
  ]);
  const body = isMutated && random.chance(0.4) ? mutateBytes(form, random) : form;
  return { headers: { 'content-type': 'multipart/form-data; boundary=quire' }, body };
}
