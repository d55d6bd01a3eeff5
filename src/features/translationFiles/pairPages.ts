import type { Page, Placement } from '../../model/entities/page.ts';
import type { Lookup } from '../../model/entry.ts';
import type { FieldsSchema, FieldType } from '../../model/fields/field.ts';
import { type FieldSet, type GroupField, toFieldSet } from '../../model/fields/fieldSet.ts';
import { readFields } from '../../model/fields/readFields.ts';
import { type FieldValues, isMapping, isMissing, ownValue } from '../../model/fields/values.ts';
import { editMarkdown } from '../../model/richText/markdown/edit/editMarkdown.ts';
import { fromMarkdown } from '../../model/richText/markdown/fromMarkdown.ts';
import { isNode, type RichTextNode } from '../../model/richText/node.ts';
import { plainWords } from './codedText.ts';
import { type PairVisitor, pairRichText, type TextPlace, visitAdded } from './pairRichText.ts';

interface PairScope {
  readonly lookup: Pick<Lookup, 'byKey' | 'code'>;
  readonly visitor: PairVisitor;
  /** Gives an id to a block that the translation lacks. */
  nextBlockId(source: Placement): number;
}

interface AddingScope extends PairScope {
  /** Whether everything before it is there, so that it comes to stand in the same place. */
  readonly fits: boolean;
}

/**
 * Visits each text of a page together with the same text of its translation. Blocks and items are the same if they stand
 * in the same place; those that the translation lacks are added if one of their texts is set.
 *
 * @returns the translation with the texts that the visitor gives
 */
export function pairPages(source: Page, base: Page, scope: PairScope): Page {
  const { lookup, visitor } = scope;
  const title = pairText(source.title, base.title, { id: 'title', labels: ['title'] }, visitor);
  const seo = { ...base.seo };
  for (const name of ['metaTitle', 'metaDescription'] as const) {
    const text = pairText(source.seo[name], base.seo[name], { id: `seo.${name}`, labels: ['SEO', name] }, visitor);
    if (typeof text === 'string') seo[name] = text;
  }
  const schema = lookup.byKey('contentType', source.type)?.data.fieldsSchema;
  const fields = pairFields(schema, source.fields, base.fields, { id: 'fields', labels: [] }, scope);
  return { ...base, title: title as string, seo, fields, regions: pairRegions(source, base, scope) };
}

/** A part of an id. Ids of XLIFF 2 must be made of the characters of names. */
const toIdStep = (name: string | number): string =>
  String(name).replace(/[^A-Za-z0-9-]/g, (character) => `_${character.codePointAt(0)?.toString(16)}`);

const placeWithin = ({ id, labels }: TextPlace, name: string | number, label?: string): TextPlace => ({
  id: `${id}.${toIdStep(name)}`,
  labels: label === undefined ? labels : [...labels, label],
});

function pairRegions(source: Page, base: Page, scope: PairScope): Page['regions'] {
  const regions: Record<string, readonly Placement[]> = { ...base.regions };
  for (const [name, blocks] of Object.entries(source.regions)) {
    const present = base.regions[name] ?? [];
    const paired = [...present];
    for (const [index, block] of blocks.entries()) {
      const place = placeWithin({ id: `regions.${toIdStep(name)}`, labels: [] }, index);
      const after = pairBlock(block, present[index], place, { ...scope, fits: index === paired.length });
      if (after) paired[index] = after;
    }
    if (paired.some((block, index) => block !== present[index])) regions[name] = paired;
  }
  return regions as Page['regions'];
}

/** The block of the translation; undefined if it has none and gets none. */
function pairBlock(
  source: Placement,
  base: Placement | undefined,
  place: TextPlace,
  scope: AddingScope,
): Placement | undefined {
  const { lookup } = scope;
  const part = source.block === undefined ? 'fields' : 'overrides';
  const slug = source.block === undefined ? source.type : lookup.byKey('block', source.block)?.data.type;
  const type = lookup.byKey('blockType', slug ?? '');
  const at = { ...placeWithin(place, slug ?? ''), labels: type ? [type.data.name] : [] };
  const pair = (present: Placement | undefined, visitor: PairVisitor): FieldValues =>
    pairFields(type?.data.fieldsSchema, source[part] ?? {}, present?.[part], at, { ...scope, visitor });
  if (base && base.type === source.type && base.block === source.block) {
    const values = pair(base, scope.visitor);
    return values === (base[part] ?? EMPTY) ? base : { ...base, [part]: values };
  }
  const added = visitAdded(scope.visitor);
  const values = pair(undefined, added.visitor);
  if (base) added.refuse('structure');
  else if (!added.isSettled()) added.refuse('unsettled');
  else if (!scope.fits) added.refuse('structure');
  else return { ...source, [part]: { ...source[part], ...values }, id: scope.nextBlockId(source) };
  return base;
}

const EMPTY: FieldValues = Object.freeze({});

function pairFields(
  schema: FieldsSchema | undefined,
  source: FieldValues,
  base: FieldValues | undefined,
  place: TextPlace,
  scope: PairScope,
): FieldValues {
  const group = toFieldSet(readFields(schema ?? []), scope.lookup.code.kinds);
  return pairGroup(group, source, base, place, scope);
}

function pairGroup(
  group: FieldSet,
  source: FieldValues,
  base: FieldValues = EMPTY,
  place: TextPlace,
  scope: PairScope,
): FieldValues {
  let paired: Record<string, unknown> | undefined;
  for (const one of group.fields) {
    const { name, label } = one.field;
    const value = ownValue(source, name);
    // One value for all languages is not translated.
    if (isMissing(value) || ('shared' in one.field && one.field.shared === true)) continue;
    const pair = PAIRS[one.kind.type];
    if (!pair) continue;
    const present = ownValue(base, name) ?? undefined;
    const after = pair(value, present, placeWithin(place, name, label ?? name), { ...scope, field: one });
    if (after === present || isMissing(after)) continue;
    paired ??= { ...base };
    paired[name] = after;
  }
  return paired ?? base;
}

interface FieldPairScope extends PairScope {
  readonly field: GroupField;
}

/** Visits the texts of a value. @returns the value of the translation */
type PairValue = (source: unknown, base: unknown, place: TextPlace, scope: FieldPairScope) => unknown;

function pairText(source: unknown, base: unknown, place: TextPlace, visitor: PairVisitor): unknown {
  if (typeof source !== 'string' || source.trim() === '') return base;
  const present = typeof base === 'string' && base.trim() !== '' ? [base] : undefined;
  const given = visitor.translate({ ...place, source: [source], base: present });
  const words = given && plainWords(given);
  if (given && words === undefined) visitor.refuse?.([place.id], 'codes');
  return words ?? base;
}

const pairWords: PairValue = (source, base, place, { visitor }) => pairText(source, base, place, visitor);

/** Undefined if it is too large, or nested too deeply. */
function readMarkdownText(text: string): RichTextNode | undefined {
  try {
    return fromMarkdown(text);
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

/** How the texts of each kind of field are visited; other kinds have none. */
const PAIRS: { readonly [type in FieldType]?: PairValue } = {
  text: pairWords,
  textarea: pairWords,
  richtext: (source, base, place, { visitor }) =>
    isNode(source) ? pairRichText(source, isNode(base) ? base : undefined, place, visitor) : base,
  markdown(source, base, place, { visitor }) {
    if (typeof source !== 'string') return base;
    const present = typeof base === 'string' && base.trim() !== '' ? base : undefined;
    const [from, before] = [readMarkdownText(source), present === undefined ? undefined : readMarkdownText(present)];
    const document = from && pairRichText(from, before, place, visitor);
    return document === before || !document ? base : editMarkdown(present ?? source, document);
  },
  link(source, base, place, { visitor }) {
    if (!isMapping(source)) return base;
    const present = isMapping(base) ? base : undefined;
    const text = pairText(source['text'], present?.['text'], placeWithin(place, 'text'), visitor);
    return isMissing(text) || text === present?.['text'] ? base : { ...(present ?? source), text };
  },
  object: (source, base, place, { field: { group }, ...scope }) =>
    group && isMapping(source) ? pairObject(group, source, base, place, scope) : base,
  repeater(source, base, place, { field: { group }, ...scope }) {
    if (!group || !Array.isArray(source)) return base;
    const present: readonly unknown[] = Array.isArray(base) ? base : [];
    const paired = [...present];
    for (const [index, item] of source.entries()) {
      if (!isMapping(item)) continue;
      const at = placeWithin(place, index);
      if (isMapping(present[index])) paired[index] = pairGroup(group, item, present[index], at, scope);
      else paired.push(...pairAdded(group, item, at, { ...scope, fits: index === paired.length }));
    }
    return paired.some((item, index) => item !== present[index]) ? paired : base;
  },
};

/** Values that the translation lacks are those of the source, but for their texts. */
function pairObject(group: FieldSet, source: FieldValues, base: unknown, place: TextPlace, scope: PairScope): unknown {
  const present = isMapping(base) ? base : undefined;
  const after = pairGroup(group, source, present, place, scope);
  if (present) return after;
  return after === EMPTY ? base : { ...source, ...after };
}

/** The item that the translation gets; none if nothing of it is translated. Its other values are those of the source. */
function pairAdded(group: FieldSet, source: FieldValues, place: TextPlace, scope: AddingScope): readonly FieldValues[] {
  const added = visitAdded(scope.visitor);
  const values = pairGroup(group, source, undefined, place, { ...scope, visitor: added.visitor });
  if (added.isSettled() && scope.fits) return [{ ...source, ...values }];
  added.refuse(added.isSettled() ? 'structure' : 'unsettled');
  return [];
}
