import type { FieldsSchema } from '../fields/field.ts';
import { type FieldSet, type GroupField, toFieldSet } from '../fields/fieldSet.ts';
import { readFields } from '../fields/readFields.ts';
import { mergeJson } from './mergeJson.ts';
import { mergeObject } from './mergeObject.ts';
import { clash, type MergeRule } from './threeVersions.ts';

/** Merges the values under `fields` by the kinds of their fields; values that no schema describes are merged as JSON. */
export const mergeFields = (schema: FieldsSchema | undefined): MergeRule =>
  schema === undefined ? mergeJson : mergeGroup(toFieldSet(readFields(schema)));

const mergeGroup = (group: FieldSet): MergeRule =>
  mergeObject({
    at(name) {
      const field = group.byName.get(name);
      return field ? mergeField(field) : mergeJson;
    },
  });

const mergeField = ({ kind, group }: GroupField): MergeRule => {
  const mergeNested: MergeRule = (versions, scope) => (group ? mergeGroup(group) : mergeJson)(versions, scope);
  return (versions, scope) => (kind.merge ? kind.merge(versions, { ...scope, mergeNested }) : clash(versions, scope));
};
