import type { Block } from '../entities/block.ts';
import type { ContentType, DefaultBlock } from '../entities/contentType.ts';
import type { Page, Placement } from '../entities/page.ts';
import type { FieldValues } from '../fields/values.ts';
import type { Kind, Records } from '../records.ts';
import type { ValuePath } from '../reference.ts';
import { absorbInType } from './migrateType.ts';
import { type MigrationOperation, type OperationName, operationName } from './operation.ts';
import { mapRegions, REGION_RULES, type RegionRule, type RegionScope } from './regionRules.ts';
import { type MigrationNote, VALUE_RULES, type ValueRule, type ValueScope } from './valueRules.ts';

/** A content type or block type, by its slug. */
export interface TypeRef {
  readonly kind: 'contentType' | 'blockType';
  readonly slug: string;
}

/** One operation on the records of a type, or the way back. */
export interface MigrationStep {
  readonly type: TypeRef;
  readonly operation: MigrationOperation;
  readonly isUndone?: boolean;
}

/** What migrating a record may look at. */
export interface MigrationContext extends Pick<ValueScope, 'findPage' | 'findTerm'>, Pick<RegionScope, 'findBlock'> {}

/** A record with values that a migration can concern. */
export interface MigratableRecord {
  readonly kind: Kind;
  readonly data: object;
}

/** A migrated record: the same data where nothing changes. */
export interface RecordMigration {
  readonly data: object;
  readonly notes: readonly MigrationNote[];
}

const NOTHING_KNOWN: MigrationContext = { findBlock: () => undefined };

/**
 * Applies operations to a record, one after another: to the fields of pages, of inline and reusable blocks, and of default
 * blocks, to overrides, and to regions. Pure. What has been applied already changes nothing.
 */
export function applyMigration(
  record: MigratableRecord,
  steps: readonly MigrationStep[],
  context: MigrationContext = NOTHING_KNOWN,
): RecordMigration {
  const notes: MigrationNote[] = [];
  // Each row of the table takes the data of its kind.
  const migrate = BY_KIND[record.kind] as MigrateData<object> | undefined;
  if (!migrate) return { data: record.data, notes };
  const scope = { ...context, note: (note: MigrationNote) => void notes.push(note) };
  const data = steps.reduce((now, step) => migrate(now, step, scope), record.data);
  return { data, notes };
}

type StepScope = MigrationContext & RegionScope;
type MigrateData<T> = (data: T, step: MigrationStep, scope: StepScope) => T;

const BY_KIND: { readonly [K in Kind]?: MigrateData<Records[K]> } = {
  page: migratePage,
  block: (block: Block, step: MigrationStep, scope: StepScope): Block => {
    if (step.type.kind !== 'blockType') return block;
    const absorbed = absorbedSlug(step);
    if (absorbed === block.type) return { ...block, type: step.type.slug };
    return block.type === step.type.slug ? withMember(block, 'fields', migrateValues(step, scope, ['fields'])) : block;
  },
  contentType: (type: ContentType, step: MigrationStep, scope: StepScope): ContentType => {
    if (step.type.kind !== 'blockType') return type;
    const absorbed = absorbedSlug(step);
    const own = absorbed === undefined ? type : absorbInType(type, absorbed, step.type.slug);
    const { defaultBlocks } = own;
    if (!defaultBlocks) return own;
    const changed = defaultBlocks.map((block, index): DefaultBlock => {
      if (block.blockTypeSlug !== step.type.slug || !block.fields) return block;
      return withMember(block, 'fields', migrateValues(step, scope, ['defaultBlocks', index, 'fields']));
    });
    return changed.every((block, index) => block === defaultBlocks[index]) ? own : { ...own, defaultBlocks: changed };
  },
};

/** The type that a step's type takes in. */
const absorbedSlug = ({ operation, isUndone }: MigrationStep): string | undefined =>
  'absorb' in operation && !isUndone ? operation.absorb.type : undefined;

function migratePage(page: Page, step: MigrationStep, scope: StepScope): Page {
  const { type, operation } = step;
  const absorbed = absorbedSlug(step);
  if (type.kind === 'blockType')
    return withRegions(
      page,
      mapRegions(page.regions ?? NO_REGIONS, (blocks, region) =>
        blocks.map((block, index) => migratePlacement(block, step, { ...scope, path: ['regions', region, index] })),
      ),
      step,
      scope,
    );
  if (page.type === absorbed) return { ...page, type: type.slug };
  if (page.type !== type.slug) return page;
  const migrated = withMember(page, 'fields', migrateValues(step, scope, ['fields']));
  return operationName(operation) in REGION_RULES
    ? withRegions(migrated, migrated.regions ?? NO_REGIONS, step, scope)
    : migrated;
}

/** Files leave out what is empty. */
const NO_REGIONS: Page['regions'] = Object.freeze({});

/** A page with other regions, after the rule of the step for regions, if it has one. */
function withRegions(
  page: Page,
  regions: Page['regions'],
  { type, operation, isUndone }: MigrationStep,
  scope: RegionScope,
): Page {
  const name = operationName(operation);
  const rule = isUndone ? undefined : (REGION_RULES as Partial<Record<OperationName, RegionRule<never>>>)[name];
  // The rule of an operation takes the operation's own arguments.
  const changed = rule ? rule(regions, (operation as never)[name], type.slug, scope) : regions;
  return changed === (page.regions ?? NO_REGIONS) ? page : { ...page, regions: changed };
}

interface PlacementScope extends StepScope {
  readonly path: ValuePath;
}

function migratePlacement(block: Placement, step: MigrationStep, scope: PlacementScope): Placement {
  const { path } = scope;
  const { slug } = step.type;
  if (block.block === undefined) {
    if (block.type === absorbedSlug(step)) return { ...block, type: slug };
    if (block.type !== slug || !block.fields) return block;
    return withMember(block, 'fields', migrateValues(step, scope, [...path, 'fields']));
  }
  if (!block.overrides) return block;
  const shared = scope.findBlock(block.block);
  if (shared?.type !== slug) return block;
  return withMember(block, 'overrides', migrateValues(step, scope, [...path, 'overrides'], shared.fields));
}

function withMember<K extends string, T extends { readonly [P in K]?: FieldValues | undefined }>(
  holder: T,
  key: K,
  change: (values: FieldValues) => FieldValues,
): T {
  const before = holder[key] ?? {};
  const after = change(before);
  return after === before ? holder : { ...holder, [key]: after };
}

/** What a step does to a set of values at a path. */
const migrateValues =
  (
    { operation, isUndone }: MigrationStep,
    { note, findPage, findTerm }: StepScope,
    path: ValuePath,
    under?: FieldValues,
  ) =>
  (values: FieldValues): FieldValues => {
    const name = operationName(operation);
    const rule = (VALUE_RULES as Partial<Record<OperationName, ValueRule<never>>>)[name];
    const run = isUndone ? rule?.undo : rule?.apply;
    if (!run) return values;
    const scope = {
      ...(findPage && { findPage }),
      ...(findTerm && { findTerm }),
      ...(under && { under }),
      note: (one: MigrationNote) => note({ ...one, path: [...path, ...one.path] }),
    };
    // The rule of an operation takes the operation's own arguments.
    return run(values, (operation as never)[name], scope);
  };
