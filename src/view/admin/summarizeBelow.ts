import type { SiteCode } from '../../model/entry.ts';
import type { FieldsSchema } from '../../model/fields/field.ts';
import { type FieldValues, ownValue } from '../../model/fields/values.ts';
import type { ValueSummaries } from '../../model/merge/diffData.ts';
import type { findSummary } from '../../model/merge/valueSummary.ts';

/** Says both versions of the value at a path in a line; undefined if no extension does. */
export type SummarizeVersions = (path: readonly string[]) => ValueSummaries | undefined;

export interface SummaryScope {
  readonly schema: FieldsSchema | undefined;
  readonly code: SiteCode;
  readonly find: typeof findSummary;
}

/** @param versions the stored values below `at` */
export function summarizeBelow(
  at: readonly string[],
  [before, after]: readonly [FieldValues, FieldValues],
  { schema, code, find }: SummaryScope,
): SummarizeVersions {
  return (path) => {
    if (!at.every((part, index) => path[index] === part)) return undefined;
    const within = path.slice(at.length);
    const summarize = find(schema, within, code);
    return summarize
      ? { before: summarize(readValueAt(before, within)), after: summarize(readValueAt(after, within)) }
      : undefined;
  };
}

const readValueAt = (values: unknown, path: readonly string[]): unknown =>
  path.reduce(
    (at, part) => (typeof at === 'object' && at !== null ? ownValue(at as FieldValues, part) : undefined),
    values,
  );
