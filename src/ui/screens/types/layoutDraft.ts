import { type FieldSection, layoutOf, sectionsOf, type Width } from '../../fields/layout.ts';
import type { FieldDraft } from './fieldDraft.ts';

/** Where a field is to stand; null takes out what its settings said. */
interface Placing {
  readonly width?: Width;
  readonly tab?: string | null;
  readonly group?: string | null;
}

/** The field at another place in its form: only what changes is written, and what says nothing is left out. */
export function placed(field: FieldDraft, { width, tab, group }: Placing): FieldDraft {
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

/** The fields with one in the place of another, and with that in its tab and group. Both count as they are shown. */
export function movedTo(fields: readonly FieldDraft[], from: number, to: number): readonly FieldDraft[] {
  const shown = shownOrder(sectionsOf(fields));
  const [moved, there] = [shown[from], shown[to]];
  if (!moved || !there) return fields;
  const { tab, group } = layoutOf(there);
  const before = layoutOf(moved);
  const next = placed(moved, {
    ...(before.tab !== tab && { tab: tab ?? null }),
    ...(before.group !== group && { group: group ?? null }),
  });
  const without = fields.filter((field) => field !== moved);
  const place = without.indexOf(there) + (from < to ? 1 : 0);
  return without.toSpliced(place, 0, next);
}
