import { PERMISSIONS, type Permission } from '../../model/access.ts';
import { type ApiKey, apiKey } from '../../model/entities/apiKey.ts';
import { roleName } from '../../model/entities/user.ts';
import { because } from '../../model/reason.ts';
import { choice, flag, type Infer, label, nullable, object, timestamp } from '../../model/schema/schema.ts';
import { toTimestamp } from '../../model/text/timestamp.ts';
import type { Action } from '../action.ts';
import { createInputReader, createProblems, type InputProblems } from '../problems.ts';
import { createRecord, type RecordTarget, updateRecord } from '../records.ts';
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

/** The parts of a key that are stored. */
export interface KeyParts {
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
