import type { FieldsSchema } from '../fields/field.ts';
import { type Group, type GroupField, groupOf } from '../fields/group.ts';
import { readFields } from '../fields/readFields.ts';
import { mergeJson } from './mergeJson.ts';
import { mergeObject } from './mergeObject.ts';
import { clash, type Merge } from './versions.ts';

/** Merges the values under `fields` by the kinds of their fields; values that no schema describes are merged as JSON. */
export const mergeFields = (schema: FieldsSchema | undefined): Merge =>
  schema === undefined ? mergeJson : mergeGroup(groupOf(readFields(schema)));

const mergeGroup = (group: Group): Merge =>
  mergeObject({
    at(name) {
      const field = group.byName.get(name);
      return field ? mergeField(field) : mergeJson;
    },
  });

const mergeField = ({ kind, group }: GroupField): Merge => {
  const mergeNested: Merge = (versions, scope) => (group ? mergeGroup(group) : mergeJson)(versions, scope);
  return (versions, scope) => (kind.merge ? kind.merge(versions, { ...scope, mergeNested }) : clash(versions, scope));
};
