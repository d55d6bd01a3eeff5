import { entityOf } from '../../model/entities/index.ts';
import { type RoleRecord, role } from '../../model/entities/role.ts';
import type { Lookup } from '../../model/entry.ts';
import { conflict } from '../../model/errors.ts';
import { because } from '../../model/reason.ts';
import { findRoleMistakes, findUnknownInRules } from '../../model/rights/roleMistakes.ts';
import { findConfiguredRole, findRoleOwners } from '../../model/rights/siteRoles.ts';
import type { Action, PlanContext } from '../action.ts';
import { createInputReader, createProblems } from '../problems.ts';
import { createRecord, type RecordTarget, removeRecord, updateRecord } from '../records.ts';
import { inputSchemas, mergeInput } from './input.ts';

type Json = Readonly<Record<string, unknown>>;

/** Bodies of roles. The key stays what it is: users and keys name it. */
export const roleInput = {
  create: inputSchemas(entityOf('role'), { omit: [] }).create,
  update: inputSchemas(entityOf('role'), { omit: ['key'] }).update,
};
const READERS = { create: createInputReader(roleInput.create), update: createInputReader(roleInput.update) };

/** @param body as `roleInput` describes it; all its problems are reported at once */
export const createRole = (body: Json): Action =>
  createRecord('role', (context) => {
    const data = readRole(null, body, context);
    if (findConfiguredRole(context.lookup, data.key) || context.lookup.byKey('role', data.key))
      throw conflict(because('taken', `There is a role "${data.key}"`, { value: data.key }), ['key']);
    return data;
  });

/** @param body as `roleInput` describes it; all its problems are reported at once */
export const updateRole = (target: RecordTarget, body: Json): Action =>
  updateRecord('role', target, ({ data }, context) => readRole(data, body, context));

/** What callers may send back as they read it, too. A right that is not understood must not be left out. */
const KNOWN_KEYS: ReadonlySet<string> = new Set([
  ...Object.keys(role.schema.properties),
  ...['id', 'isBuiltIn', 'isFromConfig', 'usedBy', 'createdAt'],
]);

function readRole(before: RoleRecord | null, body: Json, { lookup }: PlanContext): RoleRecord {
  const problems = createProblems();
  for (const key of Object.keys(body)) if (!KNOWN_KEYS.has(key)) problems.add([key], 'is not known');
  const input = READERS[before ? 'update' : 'create'](body, problems);
  problems.throwIfAny(() => []);
  const data = mergeInput<RoleRecord>(role, before, input);
  problems.take([...findRoleMistakes(data), ...findUnknownInRules(data, lookup)]);
  problems.throwIfAny(() => []);
  return data;
}

/** @throws CmsError CONFLICT naming some of those who have the role */
export const removeRole = (target: RecordTarget): Action =>
  removeRecord('role', target, ({ data }, { lookup }) => {
    const names = nameOwners(data.key, lookup);
    if (names !== '') throw conflict(because('used', `The role is used by ${names}`, { names }));
  });

const MAX_NAMED = 5;

function nameOwners(key: string, lookup: Pick<Lookup, 'find'>): string {
  const names = findRoleOwners(key, lookup).map(({ kind, data }) => entityOf(kind).title(data));
  return [...names.slice(0, MAX_NAMED), ...(names.length > MAX_NAMED ? ['…'] : [])].join(', ');
}
