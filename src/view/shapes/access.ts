import { PERMISSIONS, type Permission, ROLES } from '../../model/access.ts';
import { WEBHOOK_BODIES } from '../../model/entities/webhook.ts';
import { choice, named, object, record, type Schema } from '../../model/schema/schema.ts';
import { boolean, id, integer, listOf, orNull, rawObject, string, time } from './values.ts';

const role = choice(...ROLES);
const who = { id, email: string, name: string, role };
/** Absent for callers who may also write to the live content. */
const changesOnly = { changesOnly: boolean };

/** Who has logged in. */
export const WHO = named('Who', object(who, changesOnly));
export const USER = named('User', object({ ...who, createdAt: time }, changesOnly));
/** The owner of a credential: a user or an API key. */
export const CALLER = named(
  'Caller',
  object(who, { ...changesOnly, createdAt: time, type: { type: 'string', const: 'api-key' } }),
);

const permissions = choice(...(Object.keys(PERMISSIONS) as Permission[]));
const key = {
  ...{ id, name: string, keyPrefix: string, permissions },
  ...{ expiresAt: orNull(time), lastUsedAt: orNull(time), createdAt: time },
};
export const API_KEY = named('ApiKey', object(key, changesOnly));
/** The only answer that holds the key itself. */
export const NEW_API_KEY = named('NewApiKey', object({ ...key, key: string }, changesOnly));

const outcome = {
  ...{ messageId: string, type: string, status: choice('pending', 'delivered', 'failed'), attempts: integer },
  ...{ attemptedAt: orNull(time), nextAttemptAt: orNull(time), responseStatus: orNull(integer), error: orNull(string) },
};
/** A message to a webhook and the state of its delivery. */
export const DELIVERY = named(
  'Delivery',
  object({
    ...outcome,
    ...{ record: string, createdAt: time, durationMs: orNull(integer), response: orNull(string), payload: rawObject },
  }),
);

/** Stands for a secret value. */
const present: Schema = { type: 'boolean', const: true };
const webhook = {
  ...{ id, name: string, url: string, events: listOf(string), isActive: boolean, hasSecret: boolean },
  ...{
    body: choice(...WEBHOOK_BODIES),
    headers: record(present),
    gitlab: orNull(object({ ref: string, token: present })),
  },
  ...{ createdAt: time, lastDelivery: orNull(object(outcome)) },
};
export const WEBHOOK = named('Webhook', object(webhook));
/** The only answer that holds the secret. */
export const NEW_WEBHOOK = named('NewWebhook', object({ ...webhook, secret: string }));

/** A session of a user. */
export const SESSION = named(
  'Session',
  object({
    ...{ id: string, startedAt: time, usedAt: time, ip: orNull(string), agent: orNull(string), isCurrent: boolean },
  }),
);

export const TOKEN = named('Token', object({}, { token: string }));
/** The only answer that holds the token. */
export const PREVIEW_TOKEN = named(
  'PreviewToken',
  object({ id, token: string, url: orNull(string), expiresIn: integer }),
);
const SUBJECT = object({ type: choice('user', 'api-key'), id, name: orNull(string) });
export const PREVIEW_SESSION = named(
  'PreviewSession',
  object({
    ...{ id, ref: orNull(string), page: orNull(integer), pageTitle: orNull(string), createdAt: time, expiresAt: time },
    createdBy: SUBJECT,
  }),
);

/** A saved view of a list, with its filters, columns and order. */
export const SAVED_VIEW = named(
  'SavedView',
  object({
    ...{ id, name: string, screen: string, query: string, shared: boolean, isOwn: boolean },
    ...{ owner: SUBJECT, createdAt: time, updatedAt: time },
  }),
);
