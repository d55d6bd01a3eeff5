import { sameJson } from '../lib/json/sameJson.ts';
import type { Page } from '../model/entities/page.ts';
import { codeFailuresIn } from '../model/fields/codeFailures.ts';
import { ownValue } from '../model/fields/values.ts';
import { derivedValues } from '../model/page/derivedValues.ts';
import { recordValues } from '../model/record/recordValues.ts';
import { failureAt } from '../model/rules/recordRule.ts';
import { type CheckRule, type Finding, finding, type Subject } from './rule.ts';

/** Reports code of extensions that cannot show a value, or derive one. */
export const codeFailureRule: CheckRule = ({ entry, lookup }) =>
  recordValues(entry, lookup)
    .flatMap(({ schema, values, path }) => (schema ? codeFailuresIn(schema, values, { path, lookup }) : []))
    .map(({ path, id, failure }) => finding(entry, 'warning', 'EXTENSION', failureAt(path, id, failure).message, path));

/** Reports values that the site's code would derive differently now. */
export const derivedRule: CheckRule = (subject) =>
  subject.entry.kind === 'page' && !subject.lookup.code.derived.isEmpty ? derivedFindings(subject) : [];

function derivedFindings({ entry, lookup }: Subject): readonly Finding[] {
  const data = entry.data as Page;
  const schema = lookup.byKey('contentType', data.type)?.data.fieldsSchema;
  return derivedValues({ id: entry.id, data }, { code: lookup.code, schema }).flatMap(({ name, result }) => {
    const at = ['fields', name];
    if ('failure' in result)
      return finding(entry, 'warning', 'EXTENSION', failureAt(at, name, result.failure).message, at);
    if (sameJson(result.value ?? null, ownValue(data.fields, name) ?? null)) return [];
    return finding(entry, 'warning', 'STALE_VALUE', 'differs from what is derived from the other values', at);
  });
}
