import { runStepsInSlices } from '../lib/turn/runSteps.ts';
import type { BlockType } from '../model/entities/blockType.ts';
import type { Page, Placement } from '../model/entities/page.ts';
import type { Entry, EntryChange, Lookup } from '../model/entry.ts';
import { unknownIn } from '../model/fields/fields.ts';
import type { FieldValues } from '../model/fields/values.ts';
import type { Records } from '../model/records.ts';
import type { Action, PlanContext } from './action.ts';
import { overlayChanges, provisional } from './queue/overlayChanges.ts';
import { type FailingRecords, findFailing, findViolations, type TypeViolation } from './validate/findViolations.ts';

/** What an action would do to a type and to the records of that type. */
export interface TypeImpact {
  readonly changes: readonly EntryChange[];
  /** The records that it would refuse as they are, and that the present type does not. */
  readonly failing: FailingRecords;
  /** Where published content would break the rules of the type. */
  readonly violations: readonly TypeViolation[];
  /** Fields that the type would no longer know: their values stay in the files but are shown nowhere. */
  readonly unknown: readonly UnknownField[];
}

export interface UnknownField {
  readonly name: string;
  /** How many records have a value under it. */
  readonly records: number;
}

type Type = Entry<Records['contentType']> | Entry<Records['blockType']>;

/** Plans an action on a type and reports what it would do, without doing it. @throws CmsError as the action would */
export async function foreseeType(action: Action, context: PlanContext): Promise<TypeImpact> {
  const changes = (await action.plan(context)).map(provisional);
  const lookup = overlayChanges(context.lookup, changes);
  const [change] = changes;
  // Its first draft is the type itself.
  const { before, after } = change as EntryChange & { readonly before: Type | null; readonly after: Type | null };
  if (!after) return { changes, violations: [], unknown: [], failing: { records: 0, first: [] } };
  const unknown = before ? countUnknown(before, after, lookup) : [];
  const future = { lookup, now: context.now };
  const failing = before
    ? await runStepsInSlices(findFailing({ present: context, future }, before))
    : { records: 0, first: [] };
  const violations = await runStepsInSlices(findViolations(future, before ?? after, context.lookup));
  return { changes, violations, unknown, failing };
}

function countUnknown(before: Type, after: Type, lookup: Lookup): readonly UnknownField[] {
  const counts = new Map<string, number>();
  for (const entry of lookup.referring(after.kind, after.key)) {
    const types = { before: before.data, after: after.data };
    const lost = new Set(valuesBy(after, entry).flatMap((values) => namesLost(values, types, lookup)));
    for (const name of lost) counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return Array.from(counts, ([name, records]) => ({ name, records }));
}

function namesLost(
  values: FieldValues,
  { before, after }: Readonly<Record<'before' | 'after', Pick<BlockType, 'fieldsSchema'>>>,
  lookup: Lookup,
): readonly string[] {
  const known = new Set(
    unknownIn(before.fieldsSchema, values, { path: [], lookup }).map(({ path }) => String(path[0])),
  );
  const names = unknownIn(after.fieldsSchema, values, { path: [], lookup }).flatMap(({ path }) =>
    path.length === 1 ? [String(path[0])] : [],
  );
  return names.filter((name) => !known.has(name));
}

/** The values that a record has for the fields of a type. */
function valuesBy({ kind, key }: Type, { kind: of, data }: Entry): readonly FieldValues[] {
  if (of === 'block') return [(data as Records['block']).fields];
  if (of !== 'page') return [];
  const { fields, regions } = data as Page;
  if (kind === 'contentType') return [fields];
  return Object.values(regions).flatMap((region) => region.filter(({ type }) => type === key).map(placementFields));
}

const placementFields = ({ fields }: Placement): FieldValues => fields ?? {};
