import type { TFunction } from 'i18next';
import { fieldLabel } from '../../fields/fieldLabel.ts';
import { isValueObject } from '../../form/values.ts';
import type { AdminBlockType, AdminContentType, Field, FieldChange } from '../../wire/interface.ts';

/** The changes of one value of a page. A field includes everything inside it; in a region, each block is a value. */
export interface ChangedValue {
  /** `fields/body`, `seo/metaTitle`, `regions/main/pb_3`. */
  readonly name: string;
  readonly label: string;
  readonly changes: readonly LabelledChange[];
}

export interface LabelledChange {
  readonly key: string;
  /** Where in the value the change is; empty for the value itself. */
  readonly label: string;
  readonly field: Field | undefined;
  readonly before: unknown;
  readonly after: unknown;
  /** Both as an extension says them in a line. */
  readonly summaries?: FieldChange['summaries'];
}

export interface LabelSources {
  readonly t: TFunction;
  readonly type: Pick<AdminContentType, 'fields'> | undefined;
  readonly blockTypes: readonly Pick<AdminBlockType, 'slug' | 'name' | 'fields'>[];
}

/** How many parts of a path name the value, by the first of them. */
const DEPTH: Readonly<Record<string, number>> = { fields: 2, seo: 2, regions: 3 };

export const valueName = (path: readonly string[]): string => path.slice(0, DEPTH[path[0] ?? ''] ?? 1).join('/');

/** Groups the changes that the server lists by the values that they belong to. */
export function groupChanges(changes: readonly FieldChange[], known: LabelSources): readonly ChangedValue[] {
  const byName = new Map<string, FieldChange[]>();
  for (const change of changes) {
    const name = valueName(change.path);
    byName.set(name, [...(byName.get(name) ?? []), change]);
  }
  return [...byName].map(([name, members]) => {
    const fields = fieldsAt(name, members, known);
    return {
      name,
      label: labelChangedValue(name, members, known),
      changes: members.map((change) => labelFieldChange(change, name, fields)),
    };
  });
}

/** The fields that the rest of a path refers to. */
function fieldsAt(name: string, changes: readonly FieldChange[], { type, blockTypes }: LabelSources): readonly Field[] {
  const [first, second] = name.split('/');
  if (first === 'fields') return type?.fields.filter((field) => field.name === second) ?? [];
  if (first !== 'regions') return [];
  const slug = findBlockType(changes);
  // The changes of an existing block do not name its type: a field of that name in any type will do.
  return blockTypes.find((one) => one.slug === slug)?.fields ?? blockTypes.flatMap(({ fields }) => fields);
}

/** The type of the block, if it was added or removed. */
const findBlockType = (changes: readonly FieldChange[]): unknown =>
  changes
    .flatMap(({ before, after }) => [before, after])
    .filter(isValueObject)
    .map((value) => value['block_type'] ?? (isValueObject(value['fields']) ? value['type'] : undefined))
    .find((slug) => slug !== undefined);

/** The label of a value, as the form names it. */
export const valueLabel = (name: string, known: LabelSources): string => labelChangedValue(name, [], known);

function labelChangedValue(
  name: string,
  changes: readonly FieldChange[],
  { t, type, blockTypes }: LabelSources,
): string {
  const [first = '', second = ''] = name.split('/');
  if (first === 'fields') return fieldLabel(type?.fields.find((field) => field.name === second) ?? { name: second });
  if (first === 'seo') return isSeo(second) ? t(`page.${second}`) : second;
  if (first !== 'regions') return isValue(first) ? t(`history.values.${first}`) : fieldLabel({ name: first });
  const slug = findBlockType(changes);
  const blockType = blockTypes.find((one) => one.slug === slug)?.name ?? fieldLabel({ name: second });
  return t('history.values.block', { type: blockType });
}

const SEO = ['metaTitle', 'metaDescription', 'ogImage', 'canonicalUrl', 'robots'] as const;
const isSeo = (name: string): name is (typeof SEO)[number] => (SEO as readonly string[]).includes(name);

const VALUES = ['title', 'slug', 'status', 'locale', 'type', 'scheduledAt', 'unpublishAt', 'terms'] as const;
const isValue = (name: string): name is (typeof VALUES)[number] => (VALUES as readonly string[]).includes(name);

/** Parts of a path that have no label. */
const UNLABELLED = ['fields', 'overrides'];

function labelFieldChange(
  { path, before, after, summaries }: FieldChange,
  name: string,
  fields: readonly Field[],
): LabelledChange {
  const rest = path.slice(name.split('/').length).filter((part) => !UNLABELLED.includes(part));
  const isField = name.startsWith('fields/');
  const { labels, field } = walkFields(
    rest,
    isField ? (fields[0]?.fields ?? []) : fields,
    isField ? fields[0] : undefined,
  );
  return { key: path.join('/'), label: labels.join(' › '), field, before, after, ...(summaries && { summaries }) };
}

/** The labels of a path through nested fields: `Items 2 › Answer`. */
function walkFields(path: readonly string[], fields: readonly Field[], own: Field | undefined) {
  const labels: string[] = [];
  let [here, field] = [fields, own];
  for (const part of path) {
    // What is inside a text has no label.
    if (field?.type === 'richtext') break;
    if (/^\d+$/.test(part)) labels.push(`${labels.pop() ?? ''} ${Number(part) + 1}`.trim());
    else {
      field = here.find(({ name }) => name === part);
      here = field?.fields ?? [];
      labels.push(fieldLabel(field ?? { name: part }));
    }
  }
  return { labels, field };
}
