import { isDeepStrictEqual } from 'node:util';
import { isDangerousKey } from '../../lib/json/checkTree.ts';
import type { BlockType } from '../../model/entities/blockType.ts';
import type { ContentType, DefaultBlock } from '../../model/entities/contentType.ts';
import type { Page } from '../../model/entities/page.ts';
import type { Entry, Lookup } from '../../model/entry.ts';
import type { Detail } from '../../model/errors.ts';
import { NO_PROBLEMS, problem, within } from '../../model/fields/problem.ts';
import { checkFieldsSchema } from '../../model/fields/schema/checkFieldsSchema.ts';
import { isMapping } from '../../model/fields/values.ts';
import { singleSlugOf } from '../../model/page/pagePath.ts';
import { type Region, readRegions } from '../../model/page/regions.ts';
import { CONTENT_TYPE_KINDS, kindOfType } from '../../model/page/typeKind.ts';
import { because } from '../../model/reason.ts';
import { checkTypeRules } from '../../model/rules/checkTypeRules.ts';
import { FORMATS } from '../../model/schema/formats.ts';
import { isPageSlug, trimSlug } from '../../model/text/slug.ts';

/** The problems of a content type that its entity's schema cannot find. */
export const checkContentType = (data: ContentType, lookup: Lookup, before?: ContentType): readonly Detail[] => [
  ...checkSchema(data, lookup),
  ...within(['regions'], checkRegions(data.regions)),
  ...checkSlugSetting(data, 'slugPrefix'),
  ...checkSlugSetting(data, 'slug'),
  ...checkKind(data, lookup, before),
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

function checkSlugSetting({ settings }: ContentType, name: 'slugPrefix' | 'slug'): readonly Detail[] {
  const slug = settings?.[name] ?? '';
  if (typeof slug === 'string' && (trimSlug(slug) === '' || isPageSlug(trimSlug(slug)))) return [];
  return [{ path: ['settings', name], ...because('slug', `must be ${FORMATS['pageSlug']?.expected}`, {}) }];
}

/** The kind of a type with records stays, unless they fit the new one as they are. */
function checkKind(data: ContentType, lookup: Lookup, before?: ContentType): readonly Detail[] {
  const path = ['settings', 'kind'];
  const given = data.settings?.['kind'] ?? 'page';
  if (!CONTENT_TYPE_KINDS.some((kind) => kind === given)) {
    const choices = CONTENT_TYPE_KINDS.join(', ');
    return [{ path, ...because('oneOf', `must be one of ${choices}`, { choices }) }];
  }
  if (!before || isSameKind(before, data)) return [];
  const records = lookup.find('page', 'byType', before.slug);
  if (records.length === 0 || fitsKind([before, data], records)) return [];
  const message = `The type has ${records.length} records, so it cannot become another kind`;
  return [{ path, ...because('kindFixed', message, { count: records.length }) }];
}

const isSameKind = (before: ContentType, after: ContentType): boolean =>
  kindOfType(before) === kindOfType(after) && singleSlugOf(before) === singleSlugOf(after);

/** Pages that have the slug of a single type are at most one for each locale, and the other way round nothing changes. */
function fitsKind(types: readonly ContentType[], records: readonly Entry<Page>[]): boolean {
  if (types.some((type) => kindOfType(type) === 'data')) return false;
  const single = singleSlugOf(types.at(-1));
  return single === null || records.every(({ data }) => data.slug === single);
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
