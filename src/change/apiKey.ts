import { PERMISSIONS, type Permission } from '../model/access.ts';
import { type ApiKey, apiKey } from '../model/entities/apiKey.ts';
import { invalidAt } from '../model/errors.ts';
import { choice, type Infer, nullable, object, text, timestamp } from '../model/schema.ts';
import { toTimestamp } from '../model/timestamp.ts';
import type { Action } from './action.ts';
import { mergeInput } from './input.ts';
import { createRecord, type Target, updateRecord } from './records.ts';

const name = text({ minLength: 1, maxLength: 200 });
const expiresAt = nullable(timestamp());
export const apiKeyCreateInput = object(
  { name, permissions: choice(...(Object.keys(PERMISSIONS) as Permission[])) },
  { expiresAt },
);
export const apiKeyUpdateInput = object({}, { name, expiresAt });
export type ApiKeyCreate = Infer<typeof apiKeyCreateInput>;
export type ApiKeyUpdate = Infer<typeof apiKeyUpdateInput>;

/** What is kept of a key: its beginning and its hash. */
export interface KeyParts {
  readonly keyPrefix: string;
  readonly keyHash: string;
}

export const createApiKey = (input: ApiKeyCreate, parts: KeyParts): Action =>
  createRecord('apiKey', ({ now }, id) =>
    mergeInput<ApiKey>(apiKey, null, { ...withExpiry(input, now), ...parts, key: String(id) }),
  );

export const updateApiKey = (target: Target, input: ApiKeyUpdate): Action =>
  updateRecord('apiKey', target, ({ data }, { now }) => mergeInput<ApiKey>(apiKey, data, withExpiry(input, now)));

function withExpiry<T extends ApiKeyUpdate>(input: T, now: Date): T {
  if (typeof input.expiresAt !== 'string') return input;
  const expiry = toTimestamp(input.expiresAt);
  if (expiry <= now.toISOString()) throw invalidAt(['expiresAt'], 'must be in the future');
  return { ...input, expiresAt: expiry };
}
