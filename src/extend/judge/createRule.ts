import { deepFreeze } from '../../lib/json/deepFreeze.ts';
import { entityOf, KINDS } from '../../model/entities/index.ts';
import type { Entry } from '../../model/entry.ts';
import { type FieldValues, isMapping } from '../../model/fields/values.ts';
import { inOwnWords } from '../../model/reason.ts';
import type { Kind } from '../../model/records.ts';
import {
  failureAt,
  type JudgedRecord,
  type JudgeLookup,
  type RecordRule,
  type RuledType,
} from '../../model/rules/recordRule.ts';
import type { ExtensionProblem, ProblemPath } from '../problem.ts';
import type { ExtensionLookup, ExtensionRecord } from '../record.ts';
import type { RuleDefinition, RuleInput } from '../rule.ts';
import type { Guard } from './guard.ts';
import { readProblems } from './readResult.ts';

/** A rule of an extension. */
export interface NamedRule {
  readonly extension: string;
  readonly definition: RuleDefinition;
}

/** Stands for all types. */
const ALL = '*';

/** Whether a rule is about the records of a type. One that names no types at all is about all pages. */
export const isAbout = ({ types, blocks }: RuleDefinition, kind: RuledType, slug: string): boolean => {
  const named = kind === 'contentType' ? types : blocks;
  if (named === undefined) return kind === 'contentType' && blocks === undefined;
  return named.includes(slug) || named.includes(ALL);
};

/** What all rules share. */
export interface RuleParts {
  readonly guard: Guard;
  /** The records that are being judged, as rules read them: several rules judge the same one. */
  readonly records: WeakMap<JudgedRecord, ExtensionRecord>;
}

/** Makes the rule that records are judged by. */
export function createRule({ extension, definition }: NamedRule, { guard, records }: RuleParts): RecordRule {
  const { id, severity = 'error', drafts = false, check } = definition;
  const name = `${extension}/${id}`;
  const part = { extension, part: `rule ${id}` };
  return {
    ...{ id: name, severity, drafts, reads: 'anything' },
    check({ record: judged, lookup, now }) {
      const record = records.get(judged) ?? toExtensionRecord(judged);
      records.set(judged, record);
      const input = { record, fields: record.fields, lookup: createExtensionLookup(lookup), at: problemAtField };
      // Each call gets a time of its own, which a rule might set.
      const call = (): unknown => check(Object.freeze<RuleInput>({ ...input, now: new Date(now) }));
      const result = guard.run(part, call, readProblems);
      if ('failure' in result) return [failureAt([], name, result.failure)];
      return result.value.map(({ path, message, severity: own }) => ({
        ...inOwnWords(message),
        path,
        ...(own && { severity: own }),
      }));
    },
  };
}

const problemAtField: RuleInput['at'] = (field, message, severity): ExtensionProblem => {
  const path: ProblemPath = typeof field === 'string' ? [field] : field;
  return { path, message, ...(severity && { severity }) };
};

/** A page or block as the code of extensions reads it. */
function toExtensionRecord({ kind, id, key, type, fields, ...rest }: JudgedRecord): ExtensionRecord {
  const { title, locale, slug, status } = rest;
  return Object.freeze({
    ...{ kind, id, key, type },
    ...(title !== undefined && { title }),
    ...(locale !== undefined && { locale }),
    ...(slug !== undefined && { slug }),
    ...(status !== undefined && { status }),
    fields: deepFreeze(fields),
  });
}

/** The records, as the code of extensions reads them. Those of the private folder do not exist in it. */
export const createExtensionLookup = (lookup: JudgeLookup): ExtensionLookup =>
  Object.freeze<ExtensionLookup>({
    byKey(kind, key) {
      const entry = isContent(kind) ? lookup.byKey(kind, key) : undefined;
      return entry && entryToRecord(entry);
    },
    *byType(kind, type) {
      for (const entry of lookup.find(kind, 'byType', type)) yield entryToRecord(entry);
    },
    byField(kind, type, name, value) {
      const place = { kind: TYPE_KINDS[kind], type, name, isOwn: false };
      const entries = new Set<Entry>(lookup.byValue(place, value).map(({ entry }) => entry));
      return [...entries].map(entryToRecord);
    },
  });

/** Extensions may ask for kinds that do not exist. */
const isContent = (kind: Kind): boolean => KINDS.includes(kind) && entityOf(kind).home === 'content';

const TYPE_KINDS = { page: 'contentType', block: 'blockType' } as const;

/** A record of any kind. Kinds without fields show their own values as such. */
function entryToRecord({ kind, id, key, data }: Entry): ExtensionRecord {
  const values = data as FieldValues;
  const own = ['type', 'title', 'locale', 'slug', 'status'].flatMap((name) =>
    typeof values[name] === 'string' ? [[name, values[name]] as const] : [],
  );
  const fields = isMapping(values['fields']) ? values['fields'] : values;
  return Object.freeze({ kind, id, key, ...Object.fromEntries(own), fields: deepFreeze(fields) });
}
