import { isDeepStrictEqual } from 'node:util';
import { isDangerousKey } from '../../lib/json/checkTree.ts';
import type { BlockType } from '../../model/entities/blockType.ts';
import type { ContentType, DefaultBlock } from '../../model/entities/contentType.ts';
import type { Lookup } from '../../model/entry.ts';
import type { Detail } from '../../model/errors.ts';
import { NO_PROBLEMS, problem, within } from '../../model/fields/problem.ts';
import { checkFieldsSchema } from '../../model/fields/schema/checkFieldsSchema.ts';
import { isMapping } from '../../model/fields/values.ts';
import { type Region, readRegions } from '../../model/page/regions.ts';
import { because } from '../../model/reason.ts';
import { checkTypeRules } from '../../model/rules/checkTypeRules.ts';
import { FORMATS } from '../../model/schema/formats.ts';
import { isPageSlug, trimSlug } from '../../model/text/slug.ts';

/** The problems of a content type that its entity's schema cannot find. */
export const checkContentType = (data: ContentType, lookup: Lookup, before?: ContentType): readonly Detail[] => [
  ...checkSchema(data, lookup),
  ...within(['regions'], checkRegions(data.regions)),
  ...checkSlugPrefix(data),
  ...(isArranged(before, data) ? NO_PROBLEMS : checkDefaultBlocks(data, lookup)),
];

/** The problems of the fields and rules of a content type or block type. */
export const checkSchema = (data: BlockType | ContentType, { code }: Pick<Lookup, 'code'>): readonly Detail[] => [
  ...within(['fieldsSchema'], checkFieldsSchema(data.fieldsSchema)),
  ...within(['rules'], checkTypeRules(data, code.kinds)),
];

/** Requires a unique name for each region. */
function checkRegions(regions: readonly unknown[]): readonly Detail[] {
  const names = regions.map((region) => readRegions([region])[0]?.name ?? '');
  return names.flatMap((name, index) => {
    const path = [String(index)];
    if (name === '' || isDangerousKey(name)) return problem('must be a name, or an object with one', path);
    if (names.indexOf(name) < index) return problem(`repeats the region "${name}"`, path);
    return isAllowance(regions[index]) ? [] : problem('must be a list of slugs', [...path, 'allowed_types']);
  });
}

function isAllowance(region: unknown): boolean {
  const allowed = isMapping(region) ? (region['allowed_types'] ?? []) : [];
  return Array.isArray(allowed) && allowed.every((one) => typeof one === 'string');
}

function checkSlugPrefix({ settings }: ContentType): readonly Detail[] {
  const prefix = settings?.['slugPrefix'] ?? '';
  if (typeof prefix === 'string' && (trimSlug(prefix) === '' || isPageSlug(trimSlug(prefix)))) return [];
  return [{ path: ['settings', 'slugPrefix'], ...because('slug', `must be ${FORMATS['pageSlug']?.expected}`, {}) }];
}

/** Whether regions and default blocks are unchanged: a block type that is gone must not lock the content type. */
const isArranged = (before: ContentType | undefined, { regions, defaultBlocks }: ContentType): boolean =>
  before !== undefined && isDeepStrictEqual([before.regions, before.defaultBlocks], [regions, defaultBlocks]);

function checkDefaultBlocks({ regions, defaultBlocks = [] }: ContentType, lookup: Lookup): readonly Detail[] {
  const known = readRegions(regions);
  return defaultBlocks.flatMap((block, index) =>
    within(['defaultBlocks', index], checkDefaultBlock(block, known, lookup)),
  );
}

function checkDefaultBlock(
  { region: name, blockTypeSlug: slug }: DefaultBlock,
  regions: readonly Region[],
  lookup: Lookup,
): readonly Detail[] {
  const region = regions.find((one) => one.name === name);
  const isRegion = !isDangerousKey(name) && (regions.length === 0 || region !== undefined);
  return [
    ...(isRegion ? NO_PROBLEMS : problem('must be a region of the type', ['region'])),
    ...within(['blockTypeSlug'], checkAllowedBlockType(slug, region, lookup)),
  ];
}

function checkAllowedBlockType(slug: string, region: Region | undefined, lookup: Lookup): readonly Detail[] {
  if (!lookup.byKey('blockType', slug)) return problem('There is no such block type');
  const isAllowed = region?.allowedTypes?.includes(slug) ?? true;
  return isAllowed ? NO_PROBLEMS : problem(`Block type "${slug}" is not allowed in "${region?.name}"`);
}
