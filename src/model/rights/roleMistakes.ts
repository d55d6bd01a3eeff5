import { CONTENT_KINDS, entityOf } from '../entities/index.ts';
import type { Lookup } from '../entry.ts';
import type { Detail } from '../errors.ts';
import { readFields } from '../fields/readFields.ts';
import { because, unfit, type Wording } from '../reason.ts';
import { siteSettings } from '../siteSettings.ts';
import { FILE_PART, RECORD_PARTS } from './changedParts.ts';
import type { RightsRule, RoleRights } from './rights.ts';

/** What a rule may be narrowed by, and the kinds of records that have it. */
const NARROWINGS = {
  types: ['page', 'block'],
  locales: ['page'],
  paths: ['page'],
  folders: ['media'],
} as const satisfies Partial<Record<keyof RightsRule, readonly string[]>>;

/** Why a role cannot mean what it says. What types and languages there are is not asked: they come and go. */
export const findRoleMistakes = (role: RuleLists): readonly Detail[] => findInRules(role, findRuleMistakes);

/** The types, languages and fields in a role that the site does not have. */
export function findUnknownInRules(role: RuleLists, lookup: Lookup): readonly Detail[] {
  const known: Readonly<Record<string, ReadonlySet<string>>> = {
    types: new Set(typesIn(lookup).map(({ slug }) => slug)),
    locales: new Set(siteSettings(lookup).supportedLocales),
    fields: partsIn(lookup),
  };
  return findInRules(role, (rule) =>
    Object.entries(known).flatMap(([key, names]) =>
      (rule[key as 'types' | 'locales' | 'fields'] ?? []).flatMap((name, index) =>
        names.has(name) ? [] : [at([key, String(index)], because('gone', 'does not exist', {}))],
      ),
    ),
  );
}

const typesIn = (lookup: Lookup) => [...lookup.all('contentType'), ...lookup.all('blockType')].map(({ data }) => data);

/** Whatever may be a part of a record; see `changedParts`. */
const partsIn = (lookup: Lookup): ReadonlySet<string> =>
  new Set([
    ...Object.keys(RECORD_PARTS),
    FILE_PART,
    ...CONTENT_KINDS.flatMap((kind) => Object.keys(entityOf(kind).schema.properties)),
    ...typesIn(lookup).flatMap(({ fieldsSchema }) => readFields(fieldsSchema).map(({ name }) => name)),
  ]);

type RuleLists = Pick<RoleRights, 'allow' | 'deny'>;

const findInRules = (role: RuleLists, find: (rule: RightsRule) => readonly Detail[]): readonly Detail[] =>
  (['allow', 'deny'] as const).flatMap((list) =>
    role[list].flatMap((rule, index) =>
      find(rule).map(({ path, ...wording }) => ({ path: [list, String(index), ...path], ...wording })),
    ),
  );

function findRuleMistakes(rule: RightsRule): readonly Detail[] {
  const kinds: readonly string[] = rule.on ?? CONTENT_KINDS;
  const unknown = kinds.flatMap((kind, index) =>
    (CONTENT_KINDS as readonly string[]).includes(kind) ? [] : [at(['on', String(index)], notOneOf(CONTENT_KINDS))],
  );
  const unfitting = Object.entries(NARROWINGS).flatMap(([key, having]) =>
    rule[key as keyof typeof NARROWINGS] === undefined || having.some((kind) => kinds.includes(kind))
      ? []
      : [at([key], unfit(`is only about records of the kind ${having.join(' or ')}`))],
  );
  const reads = rule.fields !== undefined && rule.do.includes('read');
  return [...unknown, ...unfitting, ...(reads ? [at(['fields'], unfit('does not narrow what is read'))] : [])];
}

const at = (path: readonly string[], wording: Wording): Detail => ({ path, ...wording });

const notOneOf = (choices: readonly string[]): Wording =>
  because('oneOf', `must be one of: ${choices.join(', ')}`, { choices: choices.join(', ') });
