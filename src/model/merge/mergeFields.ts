import type { SiteCode } from '../entry.ts';
import type { FieldsSchema } from '../fields/field.ts';
import { type FieldSet, type GroupField, toFieldSet } from '../fields/fieldSet.ts';
import type { FieldMerge } from '../fields/kind.ts';
import { readFields } from '../fields/readFields.ts';
import { isMissing } from '../fields/values.ts';
import { mergeItems } from './list/mergeItems.ts';
import { mergeSet } from './list/mergeSet.ts';
import { mergeJson } from './mergeJson.ts';
import { mergeObject } from './mergeObject.ts';
import { mergeRichText } from './text/mergeRichText.ts';
import { mergeText } from './text/mergeText.ts';
import { clash, type MergeRule } from './threeVersions.ts';

/** Merges the values under `fields` by the kinds of their fields; values that no schema describes are merged as JSON. */
export const mergeFields = (schema: FieldsSchema | undefined, { kinds }: Pick<SiteCode, 'kinds'>): MergeRule =>
  schema === undefined ? mergeJson : mergeGroup(toFieldSet(readFields(schema), kinds));

/** The same for the fields of a page. Derived values never clash: they are derived again from what is merged. */
export function mergePageFields(type: string, schema: FieldsSchema | undefined, code: SiteCode): MergeRule {
  const derived = code.derived.of(type)?.names;
  if (schema === undefined || derived === undefined) return mergeFields(schema, code);
  const group = toFieldSet(readFields(schema), code.kinds);
  return mergeObject({ at: (name) => (derived.has(name) ? takeOurs : mergeNamed(group, name)) });
}

const takeOurs: MergeRule = ({ ours }) => ours;

const mergeGroup = (group: FieldSet): MergeRule => mergeObject({ at: (name) => mergeNamed(group, name) });

function mergeNamed(group: FieldSet, name: string): MergeRule {
  const field = group.byName.get(name);
  return field ? mergeField(field) : mergeJson;
}

/** The rule of each name; `mergeNested` merges sets of values by the field's own `fields`. */
const RULES: Readonly<Record<FieldMerge, (mergeNested: MergeRule) => MergeRule>> = {
  text: () => mergeText,
  richText: () => mergeRichText,
  json: () => mergeJson,
  link: () => mergeLink,
  set: () => mergeSet,
  items: (mergeNested) => mergeItems({ id: 'id', merge: mergeNested }),
  nested: (mergeNested) => mergeNested,
};
const mergeLink = mergeObject({ at: () => clash, together: [['url', 'page']] });

function mergeField(one: GroupField): MergeRule {
  const { kind, group } = one;
  const rule = kind.merge ? RULES[kind.merge](group ? mergeGroup(group) : mergeJson) : clash;
  return kind.added?.merge === undefined ? rule : mergeExtended(one, rule);
}

/** Asks the extension's code first, if both sides have a value; if it fails, the base kind decides. */
const mergeExtended =
  ({ kind, field }: GroupField, rule: MergeRule): MergeRule =>
  (versions, scope) => {
    const { base, ours, theirs } = versions;
    if (isMissing(ours) || isMissing(theirs)) return rule(versions, scope);
    const result = kind.added?.merge?.({ base, ours, theirs }, field);
    if (result === undefined || 'failure' in result) return rule(versions, scope);
    return result.value === undefined ? clash(versions, scope) : result.value;
  };
