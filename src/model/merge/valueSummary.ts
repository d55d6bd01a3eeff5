import type { Page } from '../entities/page.ts';
import type { SiteCode } from '../entry.ts';
import type { FieldsSchema } from '../fields/field.ts';
import { type FieldSet, type GroupField, toFieldSet } from '../fields/fieldSet.ts';
import type { CodeResult } from '../fields/kind.ts';
import { readFields } from '../fields/readFields.ts';
import { isMissing } from '../fields/values.ts';
import type { Kind } from '../records.ts';
import type { ValuePath } from '../reference.ts';
import type { FieldSchemas } from './mergeData.ts';

/** Says a stored value in a line; null for no value, and where the extension's code fails. */
export type SummarizeValue = (value: unknown) => string | null;

/** Finds how an extension says the value at a path in a line; null if none does. */
export type FindSummary = (path: ValuePath) => SummarizeValue | null;

/** Whether an extension says values in a line at all. */
export const hasSummaries = ({ kinds }: Pick<SiteCode, 'kinds'>): boolean =>
  [...kinds.byType.values()].some(({ added }) => added?.summarize !== undefined);

/** The same for the values of a record of a kind, by their paths in its data. */
export const createFindSummary =
  (record: { readonly kind: Kind; readonly data: object }, schemas: FieldSchemas): FindSummary =>
  (path) => {
    const [schema, within] = fieldsAt(record, path, schemas) ?? [];
    return within === undefined ? null : findSummary(schema, within, schemas.code);
  };

type FieldsAt = readonly [schema: FieldsSchema | undefined, within: ValuePath] | undefined;

/** The schema of the set of values that a path leads into, and the rest of the path. */
function fieldsAt({ kind, data }: { kind: Kind; data: object }, path: ValuePath, schemas: FieldSchemas): FieldsAt {
  const [first, ...rest] = path;
  // Pages and reusable blocks are the kinds that have fields.
  const { type, regions } = data as Partial<Pick<Page, 'type' | 'regions'>>;
  if (first === 'fields' && kind === 'page') return [schemas.ofContentType(type ?? ''), rest];
  if (first === 'fields' && kind === 'block') return [schemas.ofBlockType(type ?? ''), rest];
  if (first !== 'regions' || kind !== 'page') return undefined;
  const [region = '', index = '', part, ...inBlock] = rest;
  const placement = regions?.[region]?.[Number(index)];
  if (part === 'fields') return [schemas.ofBlockType(placement?.type ?? ''), inBlock];
  return part === 'overrides' ? [schemas.ofBlock(placement?.block ?? ''), inBlock] : undefined;
}

const INDEX = /^\d+$/;

/** The same for a set of values that follows a schema. Items of lists are named by their index. */
export function findSummary(
  schema: FieldsSchema | undefined,
  path: ValuePath,
  { kinds }: Pick<SiteCode, 'kinds'>,
): SummarizeValue | null {
  let group: FieldSet | undefined = toFieldSet(readFields(schema ?? []), kinds);
  if (group.extended.length === 0 || path.length === 0 || INDEX.test(String(path.at(-1)))) return null;
  let found: GroupField | undefined;
  for (const name of path.map(String).filter((part) => !INDEX.test(part))) {
    found = group?.byName.get(name);
    group = found?.group;
  }
  const summarize = found?.kind.added?.summarize;
  return summarize === undefined ? null : (value) => readLine(isMissing(value) ? undefined : summarize(value));
}

const readLine = (result: CodeResult<string> | undefined): string | null =>
  result !== undefined && 'value' in result ? result.value : null;
