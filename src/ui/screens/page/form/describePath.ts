import type { TFunction } from 'i18next';
import type { BlockValue } from '../../../blocks/blockValue.ts';
import { describeFields, fieldAt } from '../../../fields/describeFields.ts';
import { fieldLabel } from '../../../fields/fieldLabel.ts';
import { type FormPath, type FormValues, getValueAt } from '../../../form/values.ts';
import { type PointerKind, pointerKindOf } from '../../../parts/pointers.ts';
import type { AdminBlockType, AdminContentType } from '../../../wire/interface.ts';

interface PathSources {
  readonly values: FormValues;
  readonly type: AdminContentType | undefined;
  readonly blockTypes: readonly AdminBlockType[];
  readonly t: TFunction;
}

/** The labels of the page's values that are not fields. */
const OWN = {
  title: 'page.title',
  slug: 'pages.address',
  status: 'history.values.status',
  terms: 'history.values.terms',
  scheduledAt: 'draft.publishAt',
  unpublishAt: 'page.unpublishAt',
  metaTitle: 'page.metaTitle',
  metaDescription: 'page.metaDescription',
  ogImage: 'page.ogImage',
  canonicalUrl: 'page.canonicalUrl',
  robots: 'page.robots',
} as const;

const isOwn = (name: unknown): name is keyof typeof OWN => Object.hasOwn(OWN, String(name));

/** The path of a value in the labels of the form: `Questions and answers › Items 2 › Answer`. */
export function describePath(path: FormPath, { values, type, blockTypes, t }: PathSources): string {
  const [first, second, third, , ...rest] = path;
  if (first === 'fields') return describeFields(path.slice(1), type?.fields ?? []);
  if (isOwn(first)) return t(OWN[first]);
  if (first !== 'regions' || third === undefined) return fieldLabel({ name: String(second ?? first ?? '') });
  const { block, blockType } = blockAt(path, { values, blockTypes });
  const name = `${blockType?.name ?? block?.type ?? second} ${Number(third) + 1}`;
  const inside = describeFields(rest, blockType?.fields ?? []);
  return inside === '' ? name : `${name} › ${inside}`;
}

function blockAt([, region, index]: FormPath, { values, blockTypes }: Pick<PathSources, 'values' | 'blockTypes'>) {
  const block = getValueAt(values, ['regions', String(region), Number(index)]) as BlockValue | undefined;
  return { block, blockType: blockTypes.find(({ slug }) => slug === block?.type) };
}

/** The kind of pointers that the value at a path consists of; undefined if it is something else. */
export function pointersAt(path: FormPath, known: Omit<PathSources, 't'>): PointerKind | undefined {
  const [first, , third] = path;
  if (first === 'terms') return 'term';
  if (first === 'ogImage') return 'media';
  if (first === 'fields') return pointerKindOf(fieldAt(path.slice(1), known.type?.fields ?? [])?.type);
  if (first !== 'regions' || third === undefined) return undefined;
  return pointerKindOf(fieldAt(path.slice(4), blockAt(path, known).blockType?.fields ?? [])?.type);
}
