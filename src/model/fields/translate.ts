import { isDeepStrictEqual } from 'node:util';
import { lazily } from '../../lib/list/lazily.ts';
import type { Detail } from '../errors.ts';
import type { ValuePath } from '../reference.ts';
import type { FieldSet, GroupField } from './fieldSet.ts';
import type { FieldKind, StoreScope, StoringScope, WireScope } from './kind.ts';
import { MAX_PROBLEMS, NO_PROBLEMS, within } from './problem.ts';
import { groupReferences } from './references.ts';
import { replaceValues } from './replaceValues.ts';
import { type FieldValues, isMissing, ownValue } from './values.ts';

/** Values translated for files, as far as possible, and their problems. */
export interface StoredValues {
  readonly values: FieldValues;
  readonly details: readonly Detail[];
}

/** Stored values as the wire shows them; the same object when the group has nothing to translate. */
export const showGroup = (group: FieldSet, values: FieldValues, scope: WireScope): FieldValues =>
  replaceValues(values, group.translated, (value, one) =>
    isMissing(value) ? value : showFieldValue(value, one, scope),
  );

function showFieldValue(value: unknown, one: GroupField, scope: WireScope): unknown {
  return scope.isPublic && one.kind.added?.toPublic ? showExtended(value, one, scope) : showBaseForm(value, one, scope);
}

/** The form that readers ask for does not change what the kind makes of the value. Without a result they get that form. */
function showExtended(value: unknown, one: GroupField, scope: WireScope): unknown {
  const isKey = typeof value === 'object' && value !== null;
  const before = isKey ? scope.kept?.get(value) : undefined;
  if (before !== undefined) return before;
  const { lookup } = scope;
  const result = one.kind.added?.toPublic?.(showBaseForm(value, one, { lookup, isPublic: true }), one.field);
  if (result === undefined || 'failure' in result) return showBaseForm(value, one, { ...scope, kept: undefined });
  if (isKey) scope.kept?.set(value, result.value);
  return result.value;
}

/** The value as the base kind of its field shows it. */
export function showBaseForm(value: unknown, one: GroupField, scope: WireScope): unknown {
  const { kind, group } = one;
  if (group !== undefined) return kind.mapNested?.(value, (nested) => showGroup(group, nested, scope));
  const shown = scope.isPublic && kind.toPublic ? showPublic(value, one, scope) : toWireValue(value, one, scope);
  const showAs = isMissing(shown) ? undefined : scope.shownAs?.get(kind.type);
  return showAs ? showAs(shown) : shown;
}

const toWireValue = (value: unknown, { kind, field }: GroupField, scope: WireScope): unknown =>
  kind.toWire ? kind.toWire(value, field, scope) : value;

/** Finding an address takes longer than remembering it. A value can be a key: it is frozen, and belongs to one field only. */
function showPublic(value: unknown, { kind, field }: GroupField, scope: WireScope): unknown {
  if (typeof value !== 'object' || value === null || !scope.kept) return kind.toPublic?.(value, field, scope);
  const before = scope.kept.get(value);
  if (before !== undefined) return before;
  const shown = kind.toPublic?.(value, field, scope);
  scope.kept.set(value, shown);
  return shown;
}

/** Translates wire values for files; every id that does not exist is a problem at its path. */
export function storeGroup(group: FieldSet, values: FieldValues, { present = {}, lookup }: StoreScope): StoredValues {
  const details: Detail[] = [];
  const report = (path: ValuePath, found: readonly Detail[]): void => {
    if (details.length < MAX_PROBLEMS) details.push(...within(path, found));
  };
  const held = lazily(() => new Set(groupReferences(group, present, []).map(({ kind, key }) => `${kind}:${key}`)));
  const scope: StoringScope = { lookup, isHeld: (kind, key) => held().has(`${kind}:${key}`) };
  return { values: storeOver(present, group, values, { scope, report, path: [] }), details };
}

interface StoringContext {
  readonly scope: StoringScope;
  /** Where the values are. */
  readonly path: ValuePath;
  report(path: ValuePath, found: readonly Detail[]): void;
}

/** Stores the values of a group that takes the place of `present`. */
function storeOver(present: FieldValues, group: FieldSet, values: FieldValues, run: StoringContext): FieldValues {
  const shown = showGroup(group, present, run.scope);
  return replaceValues(values, group.translated, (value, one) => {
    const { name } = one.field;
    // A value that is sent back as it was shown is kept, even one that was shown as null because its target is gone.
    if (value !== undefined && isDeepStrictEqual(value, ownValue(shown, name))) return ownValue(present, name);
    const before = ownValue(present, name);
    if (isMissing(value)) return keepHidden(value, before, one, run);
    const path = [...run.path, name];
    return one.group
      ? storeNested(value, { ...one, group: one.group }, before, { ...run, path })
      : keepHidden(storeValue(value, one, { ...run, path }), before, one, run);
  });
}

/** What somebody cannot see of a value stays in it. */
function keepHidden(
  stored: unknown,
  present: unknown,
  { kind, field }: GroupField,
  { scope }: StoringContext,
): unknown {
  const { aliases } = scope.lookup;
  return aliases && !isMissing(present) ? (kind.keepHidden?.(stored, field, { present, aliases }) ?? stored) : stored;
}

/** Stores nested groups. One that is sent back as it was shown is kept, wherever it has gone; the others take its place. */
function storeNested(
  value: unknown,
  { kind, group }: GroupField & { readonly group: FieldSet },
  present: unknown,
  run: StoringContext,
): unknown {
  const free = createPresentGroups(listNested(kind, present), (one) => showGroup(group, one, run.scope));
  const kept = new Map(listNested(kind, value).map((nested) => [nested, free.takeShown(nested)]));
  const isEdit = free.count() === [...kept.values()].filter((one) => !one).length;
  return kind.mapNested?.(value, (nested, at) => {
    const before = kept.get(nested);
    if (before) return before;
    return storeOver((isEdit && free.takeNext()) || {}, group, nested, { ...run, path: [...run.path, ...at] });
  });
}

function listNested(kind: FieldKind, value: unknown): readonly FieldValues[] {
  const found: FieldValues[] = [];
  if (!isMissing(value))
    kind.mapNested?.(value, (nested) => {
      found.push(nested);
      return nested;
    });
  return found;
}

/** The groups that are in a file, each to be found once. */
function createPresentGroups(groups: readonly FieldValues[], show: (group: FieldValues) => FieldValues) {
  const nameOf = (shown: FieldValues): string => JSON.stringify(shown);
  const left = new Map(groups.map((one) => [one, nameOf(show(one))]));
  function take(isMeant: (shown: string) => boolean): FieldValues | undefined {
    const [found] = [...left].find(([, shown]) => isMeant(shown)) ?? [];
    if (found) left.delete(found);
    return found;
  }
  return {
    takeShown(sent: FieldValues): FieldValues | undefined {
      const name = nameOf(sent);
      return take((shown) => shown === name);
    },
    takeNext: () => take(() => true),
    count: () => left.size,
  };
}

function storeValue(value: unknown, { kind, field }: GroupField, { scope, path, report }: StoringContext): unknown {
  const stored = kind.toStored?.(value, field, scope) ?? { value, details: NO_PROBLEMS };
  report(path, stored.details);
  return stored.value;
}
