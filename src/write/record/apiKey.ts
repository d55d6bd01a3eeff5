import { mayAct, PERMISSIONS, type Permission } from '../../model/access.ts';
import { type ApiKey, apiKey } from '../../model/entities/apiKey.ts';
import { roleName } from '../../model/entities/user.ts';
import { conflict, forbidden, notFound } from '../../model/errors.ts';
import { because } from '../../model/reason.ts';
import { choice, flag, type Infer, label, nullable, object, timestamp } from '../../model/schema/schema.ts';
import { toTimestamp } from '../../model/text/timestamp.ts';
import type { Action } from '../action.ts';
import { createInputReader, createProblems, type InputProblems } from '../problems.ts';
import { createRecord, type RecordTarget, removeRecord, updateRecord } from '../records.ts';
import { mergeInput } from './input.ts';

type Json = Readonly<Record<string, unknown>>;

const name = label(200);
const expiresAt = nullable(timestamp());
export const apiKeyCreateInput = object(
  { name },
  {
    permissions: choice(...(Object.keys(PERMISSIONS) as Permission[])),
    role: { ...roleName(), description: "Instead of permissions: the key of a role of one's own, or a built-in one" },
    ...{ expiresAt, changesOnly: flag() },
  },
);
export const apiKeyUpdateInput = object({}, { name, expiresAt, changesOnly: flag() });
type ApiKeyUpdate = Infer<typeof apiKeyUpdateInput>;

/** What is stored of a key besides what its maker says; with an owner, it is somebody's own. */
export interface KeyParts extends Pick<ApiKey, 'owner'> {
  readonly keyPrefix: string;
  readonly keyHash: string;
}

const readCreation = createInputReader(apiKeyCreateInput);
/** What is missing is reported with the other problems. */
const readCreate: typeof readCreation = (body, problems) => {
  const input = readCreation(body, problems);
  if (input.permissions === undefined && input.role === undefined)
    problems.add(['permissions'], because('required', 'is required', {}));
  return input;
};
const readUpdate = createInputReader(apiKeyUpdateInput);

/** @param body as `apiKeyCreateInput` describes it; all its problems are reported at once */
export const createApiKey = (body: Json, parts: KeyParts): Action =>
  createRecord('apiKey', ({ now }, id) =>
    mergeInput<ApiKey>(apiKey, null, { ...readKey(readCreate, body, now), ...parts, key: String(id) }),
  );

/** A key of one's own may have permissions only: what a role of one's own allows would be hard to keep within another. */
export const ownKeyInput = object(
  { name, permissions: choice(...(Object.keys(PERMISSIONS) as Permission[])) },
  { expiresAt, changesOnly: flag() },
);

/** More than anybody uses. */
const MAX_OWN_KEYS = 50;

/** A key that the caller, a user, makes for their own programs; it may do no more than they may. */
export const createOwnKey = (body: Infer<typeof ownKeyInput>, parts: KeyParts): Action => {
  const { name: actionName, plan } = createApiKey(body, parts);
  return {
    name: actionName,
    plan(context) {
      const { actor, lookup } = context;
      const role = PERMISSIONS[body.permissions];
      if (!mayAct(actor.role, role)) throw forbidden(because('role', `This needs the role "${role}"`, { role }));
      if (lookup.find('apiKey', 'byOwner', String(actor.id)).length >= MAX_OWN_KEYS)
        throw conflict(
          because('tooManyKeys', `You have ${MAX_OWN_KEYS} keys: delete some first`, { count: MAX_OWN_KEYS }),
        );
      return plan(context);
    },
  };
};

/** Removes a key of the caller's own. @throws CmsError NOT_FOUND for any other */
export const removeOwnKey = (target: RecordTarget, ownerId: number): Action =>
  removeRecord('apiKey', target, ({ data }) => {
    if (data.owner !== ownerId) throw notFound('API key');
  });

/** @param body as `apiKeyUpdateInput` describes it; all its problems are reported at once */
export const updateApiKey = (target: RecordTarget, body: Json): Action =>
  updateRecord('apiKey', target, ({ data }, { now }) =>
    mergeInput<ApiKey>(apiKey, data, readKey(readUpdate, body, now)),
  );

function readKey(read: (body: Json, problems: InputProblems) => Partial<ApiKeyUpdate>, body: Json, now: Date): Json {
  const problems = createProblems();
  const { expiresAt: given, ...input } = read(body, problems);
  const expiresAt = typeof given === 'string' ? toTimestamp(given) : given;
  if (typeof expiresAt === 'string' && expiresAt <= now.toISOString())
    problems.add(['expiresAt'], because('future', 'must be in the future', {}));
  problems.throwIfAny(() => []);
  return { ...input, ...(expiresAt !== undefined && { expiresAt }) };
}
