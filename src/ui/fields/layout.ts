/** How much of a row a field takes. */
export const WIDTHS = ['third', 'half', 'two-thirds', 'full'] as const;
export type Width = (typeof WIDTHS)[number];

/** The position of a field in its form, as its `settings` define it. */
interface FieldLayout {
  readonly width: Width;
  readonly tab: string | undefined;
  readonly group: string | undefined;
}

interface WithSettings {
  readonly name: string;
  readonly settings?: unknown;
}

/** Fields under one heading, or under none. */
export interface FieldGroup<T> {
  readonly name: string | undefined;
  readonly fields: readonly T[];
}

/** The fields above all tabs, or in one of them. */
export interface FieldSection<T> {
  readonly tab: string | undefined;
  readonly groups: readonly FieldGroup<T>[];
}

const readTrimmedText = (value: unknown): string | undefined =>
  typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined;

/** The layout of a field. By default it takes a whole row, with no tab and no group. */
export function readFieldLayout({ settings }: WithSettings): FieldLayout {
  const { width, tab, group } = (typeof settings === 'object' && settings !== null ? settings : {}) as {
    readonly [name in keyof FieldLayout]?: unknown;
  };
  return {
    width: WIDTHS.find((one) => one === width) ?? 'full',
    tab: readTrimmedText(tab),
    group: readTrimmedText(group),
  };
}

/** The fields as their form shows them: those without a tab first, then tab by tab in order of appearance. */
export function sectionsOf<T extends WithSettings>(fields: readonly T[]): readonly FieldSection<T>[] {
  const named = new Set(fields.flatMap((field) => readFieldLayout(field).tab ?? []));
  return [undefined, ...named]
    .map((tab) => ({ tab, groups: groupFields(fields.filter((field) => readFieldLayout(field).tab === tab)) }))
    .filter(({ groups }) => groups.length > 0);
}

/** A named group is placed where its first field is; fields without a group stay in between. */
function groupFields<T extends WithSettings>(fields: readonly T[]): readonly FieldGroup<T>[] {
  const groups: { readonly name: string | undefined; readonly fields: T[] }[] = [];
  for (const field of fields) {
    const { group: name } = readFieldLayout(field);
    const present = name === undefined ? groups.at(-1) : groups.find((group) => group.name === name);
    if (present && present.name === name) present.fields.push(field);
    else groups.push({ name, fields: [field] });
  }
  return groups;
}
