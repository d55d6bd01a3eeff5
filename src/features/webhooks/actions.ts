import { randomBytes } from 'node:crypto';
import { isIP } from 'node:net';
import { isPlainObject } from '../../lib/json/isPlainObject.ts';
import { isPublicAddress } from '../../lib/net/isPublicAddress.ts';
import { entityOf } from '../../model/entities/index.ts';
import { EVENTS } from '../../model/events.ts';
import { because, type Wording } from '../../model/reason.ts';
import { isCleanAddress } from '../../model/richText/href.ts';
import {
  choice,
  list,
  nullable,
  type ObjectSchema,
  object,
  record,
  type Schema,
  text,
} from '../../model/schema/schema.ts';
import type { Action } from '../../write/action.ts';
import type { InputProblems } from '../../write/problems.ts';
import { inputSchemas } from '../../write/record/input.ts';
import { createRecordReader } from '../../write/record/recordInput.ts';
import { createRecord, type RecordTarget, updateDraft, updateRecord } from '../../write/records.ts';
import { FEATURE_EVENTS } from '../lists/notices.ts';
import { type Webhook, webhook } from './entity.ts';

type Json = Readonly<Record<string, unknown>>;

// The table has a row for each.
const FEATURE_EVENT_NAMES = Object.keys(FEATURE_EVENTS) as (keyof typeof FEATURE_EVENTS)[];

const events = nullable(
  list(choice(...EVENTS, ...FEATURE_EVENT_NAMES, '*'), { minItems: 1, maxItems: 50, uniqueItems: true }),
);
/** A secret value, or `true` to keep the present one: reads show `true` in its place. */
const secretSchema = (maxLength: number): Schema => ({
  anyOf: [text({ minLength: 1, maxLength }), { type: 'boolean', const: true }],
  errorMessage: 'must be a text, or true to keep the present one',
});
const headers = nullable(record(secretSchema(4000)));
const gitlab = nullable(object({ ref: text({ minLength: 1, maxLength: 255 }), token: secretSchema(500) }));
const withEvents = (schema: ObjectSchema<Json>): ObjectSchema<Json> => ({
  ...schema,
  properties: { ...schema.properties, events, headers, gitlab },
});
const own = inputSchemas(entityOf('webhook'), { omit: ['key', 'previous'], made: ['name', 'secret'] });

/** Bodies of webhooks; the server makes a name and a secret that are left out. */
export const webhookInput = { create: withEvents(own.create), update: withEvents(own.update) };

const readWebhook = createRecordReader<Webhook>(webhook, webhookInput);

/** Standard Webhooks 1.0.0: 24 to 64 bytes. */
const SECRET = /^whsec_((?:[A-Za-z0-9+/]{4})+(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?)$/;
const SECRET_BYTES = { made: 24, least: 24, most: 64 };

/** A new secret to sign messages with: `whsec_` and base64 (Standard Webhooks 1.0.0). */
export const makeWebhookSecret = (): string => `whsec_${randomBytes(SECRET_BYTES.made).toString('base64')}`;

interface WebhookOptions {
  /** Whether http and private addresses are allowed (WEBHOOK_ALLOW_PRIVATE). */
  readonly allowsPrivate: boolean;
}

/**
 * @param body as `webhookInput` describes it; all its problems are reported at once
 * @param secret used if the body gives none
 */
export const createWebhook = (body: Json, secret: string, options: WebhookOptions): Action =>
  createRecord('webhook', (_, id) => {
    const data = readWebhook(null, body, (input, problems) => {
      checkInput(input, problems, options);
      const whole = withStoredSecrets(input, null, problems);
      checkGitLabTrigger(null, whole, problems);
      return { ...whole, name: input['name'] ?? hostOf(input['url']), secret: input['secret'] ?? secret };
    });
    return { ...data, key: String(id) };
  });

/** @param body as `webhookInput` describes it; all its problems are reported at once */
export const updateWebhook = (target: RecordTarget, body: Json, options: WebhookOptions): Action =>
  updateRecord('webhook', target, ({ data }, { now }) =>
    readWebhook(data, body, (input, problems) => {
      for (const key of ['name', 'secret'])
        if (input[key] === null) problems.add([key], because('required', 'is required', {}));
      checkInput(input, problems, options);
      const whole = withStoredSecrets(input, data, problems);
      checkGitLabTrigger(data, whole, problems);
      return { ...whole, ...previousSecret(data, input['secret'], now) };
    }),
  );

/** How long messages are still signed with a replaced secret beside the new one. */
const OVERLAP_MS = 24 * 60 * 60 * 1000;

function previousSecret({ secret }: Webhook, renewed: unknown, now: Date): Pick<Webhook, 'previous'> {
  if (typeof renewed !== 'string' || renewed === secret) return {};
  return { previous: { secret, until: new Date(now.getTime() + OVERLAP_MS).toISOString() } };
}

/** Switches a webhook off; does nothing if it is off or gone. */
export const disableWebhook = (id: number): Action => ({
  name: 'webhook.disable',
  plan({ lookup }) {
    const webhook = lookup.get('webhook', id);
    return webhook?.data.isActive ? [updateDraft('webhook', webhook, { ...webhook.data, isActive: false })] : [];
  },
});

/** A GitLab trigger needs its ref and token: both are part of its message. */
function checkGitLabTrigger(
  before: Webhook | null,
  { body = before?.body, gitlab = before?.gitlab }: Json,
  problems: InputProblems,
): void {
  if (body === 'gitlab-trigger' && !gitlab)
    problems.add(['gitlab'], because('required', 'is required: { ref, token }', {}));
}

function checkInput({ url, secret, headers }: Json, problems: InputProblems, options: WebhookOptions): void {
  const isGiven = typeof url === 'string' && !problems.has(['url']);
  const urlProblem = isGiven ? problemOfUrl(url, options) : undefined;
  if (urlProblem !== undefined) problems.add(['url'], urlProblem);
  if (isPlainObject(headers)) checkHeaders(headers, problems);
  if (typeof secret === 'string' && !isSecret(secret))
    problems.add(['secret'], because('secretForm', 'must be "whsec_" followed by 24 to 64 bytes in base64', {}));
}

function isSecret(text: string): boolean {
  const size = Buffer.from(SECRET.exec(text)?.[1] ?? '', 'base64').length;
  return size >= SECRET_BYTES.least && size <= SECRET_BYTES.most;
}

const hostOf = (url: unknown): string => (URL.canParse(String(url)) ? new URL(String(url)).host.slice(0, 200) : '');

/** The problem of a webhook's address as written. What its host resolves to is checked on each delivery (SECURITY, 29). */
function problemOfUrl(text: string, { allowsPrivate }: WebhookOptions): Wording | undefined {
  if (!isCleanAddress(text) || !URL.canParse(text)) return because('url', 'must be an absolute URL', {});
  const url = new URL(text);
  const schemes = allowsPrivate ? ['https:', 'http:'] : ['https:'];
  if (!schemes.includes(url.protocol))
    return because('secureUrl', `must be an ${allowsPrivate ? 'https or http' : 'https'} URL`, {});
  if (url.username !== '' || url.password !== '')
    return because('urlWithPassword', 'must not hold a user name or password', {});
  if (allowsPrivate || isPublicHost(url.hostname)) return undefined;
  return because('privateAddress', 'must not be a private address', {});
}

function isPublicHost(hostname: string): boolean {
  const host = hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');
  return isIP(host) === 0 ? host !== 'localhost' && !host.endsWith('.localhost') : isPublicAddress(host);
}

type GivenHeaders = Readonly<Record<string, unknown>>;

/** A token (RFC 9110, 5.6.2). */
const NAME = /^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,100}$/;
/** Visible ASCII characters, with spaces in between. */
const VALUE = /^[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?$/;
/** Headers of the connection or of the message itself (RFC 9110, 7.6.1), and cookies. */
const RESERVED =
  /^(?:host|content-.*|connection|keep-alive|proxy-.*|te|trailer|transfer-encoding|upgrade|expect|cookie|webhook-.*)$/i;
const MAX_HEADERS = 20;

/** Notes the problems of a webhook's headers. */
function checkHeaders(headers: GivenHeaders, problems: InputProblems): void {
  const names = Object.keys(headers);
  if (names.length > MAX_HEADERS)
    problems.add(['headers'], because('mostItems', `must be at most ${MAX_HEADERS}`, { count: MAX_HEADERS }));
  if (new Set(names.map((name) => name.toLowerCase())).size < names.length)
    problems.add(['headers'], because('repeated', 'must not name a header twice', {}));
  for (const [name, value] of Object.entries(headers)) {
    if (!NAME.test(name)) problems.add(['headers', name], because('headerName', 'must be the name of a header', {}));
    else if (RESERVED.test(name))
      problems.add(['headers', name], because('headerReserved', 'is set by the server', {}));
    else if (typeof value === 'string' && !VALUE.test(value))
      problems.add(['headers', name], because('headerValue', 'must be visible ASCII characters', {}));
  }
}

/** In place of a secret value, as reads show it: keeps the value. */
const KEPT = true;

/**
 * The input with the secret values that it keeps. Secrets were given for one host: keeping them for another one would
 * hand them over to it.
 */
function withStoredSecrets(input: GivenHeaders, before: Webhook | null, problems: InputProblems): GivenHeaders {
  const moves = before !== null && typeof input['url'] === 'string' && !isSameHost(before.url, input['url']);
  const keep = (path: readonly string[], value: unknown, stored: string | undefined): unknown => {
    if (value !== KEPT) return value;
    if (stored === undefined) problems.add(path, because('required', 'has no value yet', {}));
    else if (moves) problems.add(path, because('enterAgain', 'must be entered again for another host', {}));
    return stored;
  };
  const { headers = retainOmitted(before?.headers, moves), gitlab = retainOmitted(before?.gitlab, moves) } =
    input as Secrets;
  const stored = new Map(Object.entries(before?.headers ?? {}).map(([name, value]) => [name.toLowerCase(), value]));
  return {
    ...input,
    ...(headers && {
      headers: Object.fromEntries(
        Object.entries(headers).map(([name, value]) => [
          name,
          keep(['headers', name], value, stored.get(name.toLowerCase())),
        ]),
      ),
    }),
    ...(gitlab && { gitlab: { ...gitlab, token: keep(['gitlab', 'token'], gitlab['token'], before?.gitlab?.token) } }),
  };
}

interface Secrets {
  readonly headers?: GivenHeaders | null;
  readonly gitlab?: GivenHeaders | null;
}

/** Values that the input leaves out stay. If the webhook moves to another host, each counts as kept explicitly. */
function retainOmitted(stored: GivenHeaders | undefined, moves: boolean): GivenHeaders | undefined {
  if (stored === undefined || !moves) return undefined;
  return Object.fromEntries(Object.entries(stored).map(([name, value]) => [name, name === 'ref' ? value : KEPT]));
}

const urlOrigin = (url: string): string | null => (URL.canParse(url) ? new URL(url).origin : null);
const isSameHost = (one: string, other: string): boolean => urlOrigin(one) === urlOrigin(other);
