import { type FieldSection, readFieldLayout, sectionsOf, type Width } from '../../../../fields/layout.ts';
import type { FieldDraft } from '../fieldDraft.ts';

/** The new position of a field; null removes a setting. */
interface FieldPositionChange {
  readonly width?: Width;
  readonly tab?: string | null;
  readonly group?: string | null;
}

/** The field with another position in its form. Only what changes is written, and defaults are left out. */
export function withFieldPosition(field: FieldDraft, { width, tab, group }: FieldPositionChange): FieldDraft {
  const { settings, ...others } = field;
  const before = (typeof settings === 'object' && settings !== null ? settings : {}) as Record<string, unknown>;
  const wanted = {
    ...before,
    ...(width !== undefined && { width: width === 'full' ? undefined : width }),
    ...(tab !== undefined && { tab: tab || undefined }),
    ...(group !== undefined && { group: group || undefined }),
  };
  const kept = Object.fromEntries(Object.entries(wanted).filter(([, value]) => value !== undefined));
  return Object.keys(kept).length > 0 ? { ...field, settings: kept } : (others as FieldDraft);
}

/** The fields in the order in which their form shows them. */
export const shownOrder = (sections: readonly FieldSection<FieldDraft>[]): readonly FieldDraft[] =>
  sections.flatMap(({ groups }) => groups.flatMap(({ fields }) => fields));

/** Moves a field to the place of another, into its tab and group. The indexes are those of the shown order. */
export function movedTo(fields: readonly FieldDraft[], from: number, to: number): readonly FieldDraft[] {
  const shown = shownOrder(sectionsOf(fields));
  const [moved, there] = [shown[from], shown[to]];
  if (!moved || !there) return fields;
  const { tab, group } = readFieldLayout(there);
  const before = readFieldLayout(moved);
  const next = withFieldPosition(moved, {
    ...(before.tab !== tab && { tab: tab ?? null }),
    ...(before.group !== group && { group: group ?? null }),
  });
  const without = fields.filter((field) => field !== moved);
  const place = without.indexOf(there) + (from < to ? 1 : 0);
  return without.toSpliced(place, 0, next);
}
