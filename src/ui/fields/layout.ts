/** How much of a line a field takes. */
export const WIDTHS = ['third', 'half', 'two-thirds', 'full'] as const;
export type Width = (typeof WIDTHS)[number];

/** Where a field stands in its form, as its `settings` say. */
interface Layout {
  readonly width: Width;
  readonly tab: string | undefined;
  readonly group: string | undefined;
}

interface WithSettings {
  readonly name: string;
  readonly settings?: unknown;
}

/** Fields that stand under one heading, or under none. */
export interface FieldGroup<T> {
  readonly name: string | undefined;
  readonly fields: readonly T[];
}

/** What stands above all tabs, or in one of them. */
export interface FieldSection<T> {
  readonly tab: string | undefined;
  readonly groups: readonly FieldGroup<T>[];
}

const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined;

/** A settings that says nothing known is the plain form: a field across, below the one before. */
export function layoutOf({ settings }: WithSettings): Layout {
  const { width, tab, group } = (typeof settings === 'object' && settings !== null ? settings : {}) as {
    readonly [name in keyof Layout]?: unknown;
  };
  return { width: WIDTHS.find((one) => one === width) ?? 'full', tab: textOf(tab), group: textOf(group) };
}

/** The fields as their form shows them: what has no tab first, then tab by tab as they come. */
export function sectionsOf<T extends WithSettings>(fields: readonly T[]): readonly FieldSection<T>[] {
  const named = new Set(fields.flatMap((field) => layoutOf(field).tab ?? []));
  return [undefined, ...named]
    .map((tab) => ({ tab, groups: groupsOf(fields.filter((field) => layoutOf(field).tab === tab)) }))
    .filter(({ groups }) => groups.length > 0);
}

/** A named group stands where its first field does; what has none stays between them. */
function groupsOf<T extends WithSettings>(fields: readonly T[]): readonly FieldGroup<T>[] {
  const groups: { readonly name: string | undefined; readonly fields: T[] }[] = [];
  for (const field of fields) {
    const { group: name } = layoutOf(field);
    const present = name === undefined ? groups.at(-1) : groups.find((group) => group.name === name);
    if (present && present.name === name) present.fields.push(field);
    else groups.push({ name, fields: [field] });
  }
  return groups;
}
