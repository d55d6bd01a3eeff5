import fc from 'fast-check';
import { expect } from 'vitest';
import { BUILT_IN_CODE } from '../../../src/fields/kinds.ts';
import { canonicalJson } from '../../../src/lib/json/canonicalJson.ts';
import { isPlainObject } from '../../../src/lib/json/isPlainObject.ts';
import { sameJson } from '../../../src/lib/json/sameJson.ts';
import type { FieldSchemas } from '../../../src/model/merge/mergeData.ts';
import { mergeRecordData } from '../../../src/model/merge/mergeRecordData.ts';
import { applyMigration, type MigrationStep } from '../../../src/model/migration/migrateRecord.ts';
import { migrateType } from '../../../src/model/migration/migrateType.ts';
import { stepsByName } from '../../../src/model/migration/migrations.ts';
import type { MigrationOperation } from '../../../src/model/migration/operation.ts';
import { edit } from '../merge/edit.ts';
import { FIELDS } from '../merge/fixtures.ts';
import { SAMPLES } from '../merge/samples.ts';

/** Operations that keep every value apart: nothing that one side changes can meet what the other does. */
const APART: readonly MigrationOperation[] = [
  { rename: { from: 'text', to: 'headline' } },
  { rename: { from: 'textarea', to: 'zone' } },
  { rename: { from: 'repeater', to: 'rows' } },
  { rename: { from: 'object.text', to: 'words' } },
  { rename: { from: 'repeater[].text', to: 'words' } },
  { move: { from: 'text', to: 'object.lead' } },
  { move: { from: 'object.area', to: 'area' } },
  { move: { from: 'number', to: 'object.number' } },
  { remove: { field: 'select' } },
  { remove: { field: 'repeater[].area' } },
  { remove: { field: 'object.text' } },
  { convert: { field: 'number', from: 'number', to: 'text' } },
  { convert: { field: 'select', from: 'select', to: 'multiselect' } },
  { convert: { field: 'media', from: 'media', to: 'gallery' } },
  { convert: { field: 'boolean', from: 'boolean', to: 'text' } },
  { convert: { field: 'textarea', from: 'textarea', to: 'markdown' } },
  { convert: { field: 'url', from: 'url', to: 'link' } },
  { fill: { field: 'fresh', value: 'given' } },
];

/**
 * Operations that bring together what was apart, or take apart what was one: both sides may then meet. Which
 * of several values is the first depends on both sides: what picks one is not among them.
 */
const MEETING: readonly MigrationOperation[] = [
  { split: { field: 'text', into: ['first', 'rest'], at: ' ' } },
  { join: { fields: ['text', 'slug'], into: 'both', between: ' ' } },
  { convert: { field: 'markdown', from: 'markdown', to: 'richtext' } },
  { convert: { field: 'richtext', from: 'richtext', to: 'textarea' } },
  { convert: { field: 'textarea', from: 'textarea', to: 'richtext' } },
  { convert: { field: 'multiselect', from: 'multiselect', to: 'repeater', item: 'text' } },
  { convert: { field: 'object', from: 'object', to: 'repeater' } },
  { fill: { field: 'text', value: 'given', replace: true } },
];

const TYPES = [
  { kind: 'contentType', slug: 'article' },
  { kind: 'blockType', slug: 'card' },
] as const;

const stepOf = (operations: readonly MigrationOperation[]): fc.Arbitrary<MigrationStep> =>
  fc.record({ type: fc.constantFrom(...TYPES), operation: fc.constantFrom(...operations) });
export const apart = fc.array(stepOf(APART), { minLength: 1, maxLength: 3 });
export const meeting = fc.array(stepOf([...APART, ...MEETING]), { minLength: 1, maxLength: 3 });

/** Whatever block an edit names, it is a card. */
const findBlock = () => ({ type: 'card', fields: { text: 'below' } });
export const migrate = (data: object, steps: readonly MigrationStep[]) =>
  applyMigration({ kind: 'page', data }, steps, { findBlock });

/** The schemas after the steps. */
export function schemasAfter(steps: readonly MigrationStep[]): FieldSchemas {
  const after = (kind: string) =>
    steps
      .filter(({ type }) => type.kind === kind)
      .reduce((type, { operation }) => migrateType(type, operation), {
        slug: 'x',
        name: 'X',
        regions: [],
        fieldsSchema: FIELDS,
      }).fieldsSchema;
  const [article, card] = [after('contentType'), after('blockType')];
  return {
    code: BUILT_IN_CODE,
    ofContentType: (slug) => (slug === 'article' ? article : undefined),
    ofBlockType: (slug) => (slug === 'card' ? card : undefined),
    ofBlock: () => card,
  };
}

/** What the types record after the steps, for records whose state nobody knows. */
export function stepsByNameAfter(steps: readonly MigrationStep[]): readonly MigrationStep[] {
  const schemas = schemasAfter(steps);
  return TYPES.flatMap((type) => {
    const own = steps.filter((step) => step.type === type);
    const migrations = own.map(({ operation }, at) => ({ id: `${type.slug}-${at}`, ...operation }));
    const fieldsSchema =
      type.kind === 'contentType' ? schemas.ofContentType(type.slug) : schemas.ofBlockType(type.slug);
    return stepsByName(type, { migrations, fieldsSchema: fieldsSchema ?? [] });
  });
}

const PAGE = SAMPLES.page!;
const seeds = fc.array(fc.nat(), { maxLength: 4 });
/** A page, and two versions that editors have made of it. */
export const versions = fc.record({ base: seeds, ours: seeds, theirs: seeds }).map((made) => {
  const apply = (value: object, by: readonly number[]): object => by.reduce<unknown>(edit, value) as object;
  const base = apply(PAGE, made.base);
  return { base, ours: apply(base, made.ours), theirs: apply(base, made.theirs) };
});
type Versions = { readonly base: object; readonly ours: object; readonly theirs: object };

const mergeOf = (all: Versions, schemas: FieldSchemas) => mergeRecordData(all, { kind: 'page', schemas });

/** Sorts lists: in which order the items of both sides come depends on whether the list is one of values or of objects. */
function unordered(value: unknown): unknown {
  if (Array.isArray(value)) return value.map((one) => canonicalJson(unordered(one))).sort();
  if (!isPlainObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, unordered(part)]));
}

/** Compares migrating what was merged with merging what was migrated; returns whether it could be compared. */
export function expectCommuting(all: Versions, steps: readonly MigrationStep[], isStrict: boolean): boolean {
  const [base, ours, theirs] = [all.base, all.ours, all.theirs].map((data) => migrate(data, steps));
  const first = mergeOf(all, schemasAfter([]));
  const late = mergeOf({ base: base!.data, ours: ours!.data, theirs: theirs!.data }, schemasAfter(steps));
  const migrated = migrate(first.value, steps);
  const stays = [base!, ours!, theirs!, migrated].some(({ notes }) => notes.some(({ reason }) => reason !== 'lost'));
  // What clashed before and is gone afterwards does not clash any more, and what met may clash now.
  if (stays || first.clashes.length > 0 || (!isStrict && late.clashes.length > 0)) return false;
  expect(late.clashes).toEqual([]);
  const told = (value: unknown): string => canonicalJson(isStrict ? value : unordered(value));
  if (!sameJson(late.value, migrated.data)) expect(told(late.value)).toBe(told(migrated.data));
  return true;
}
