import type { ContentType } from '../../model/entities/contentType.ts';
import type { Page, Placement } from '../../model/entities/page.ts';
import type { Lookup } from '../../model/entry.ts';
import type { Detail } from '../../model/errors.ts';
import { checkValues } from '../../model/fields/fields.ts';
import type { FieldScope } from '../../model/fields/kind.ts';
import { within } from '../../model/fields/problem.ts';
import { createRoom, findBeyondRoom, hasLargerBlocks, NO_ROOM } from '../../model/page/blockRoom.ts';
import { hasRegion, readRegions } from '../../model/page/regions.ts';
import { findTermByKey, slugsIn } from '../../model/page/term.ts';
import { because, type Wording } from '../../model/reason.ts';

/**
 * Checks a page's fields, terms and regions against its content type. Missing types, terms and blocks are no problem if
 * the page already mentioned them `before`: they are reported as broken references, and the page stays editable.
 */
export function checkPageContent(page: Page, lookup: Lookup, before?: Page): readonly Detail[] {
  const type = lookup.byKey('contentType', page.type);
  if (!type && before?.type === page.type) return [];
  if (!type) return [{ path: ['typeId'], ...because('gone', `There is no content type "${page.type}"`, {}) }];
  const isPublished = page.status === 'published';
  const scope = { lookup, isPublished, wasPlaced: createWasPlaced(before), hasRoom: createRoom(lookup) };
  return [
    ...within(['fields'], checkValues(type.data.fieldsSchema, page.fields, scope)),
    ...checkTerms(page, lookup, before),
    ...Object.entries(page.regions).flatMap(([name, blocks]) =>
      within(['regions', name], checkRegion(name, blocks, type.data, scope)),
    ),
    ...checkRoom(page, lookup, before),
  ];
}

/** A page that a file or a block has made too large may still be changed, as long as it does not grow. */
function checkRoom(page: Page, lookup: Lookup, before?: Page): readonly Detail[] {
  const place = findBeyondRoom(page, lookup);
  if (!place || (before && !hasLargerBlocks(page, before, lookup))) return [];
  return [{ path: ['regions', place.region, String(place.index), 'blockId'], ...because('noRoom', NO_ROOM, {}) }];
}

const checkTerms = ({ terms }: Page, lookup: Lookup, before?: Page): readonly Detail[] =>
  Object.entries(terms).flatMap(([vocabulary, slugs]) =>
    slugs
      .filter(
        (slug) =>
          !(before && slugsIn(before, vocabulary).includes(slug)) && !findTermByKey(lookup, `${vocabulary}/${slug}`),
      )
      .map((slug) => ({ path: ['terms'], ...because('gone', `There is no term "${slug}" in "${vocabulary}"`, {}) })),
  );

interface PageScope extends FieldScope {
  /** Whether the page placed the same block before. */
  wasPlaced(block: Placement): boolean;
  /** Whether the page has room to show a block; called for each in order. Others need no checks. */
  hasRoom(block: Placement): boolean;
}

function createWasPlaced(before: Page | undefined): PageScope['wasPlaced'] {
  const nameOf = ({ id, block, type }: Placement): string => `${id} ${block} ${type}`;
  const placed = new Set(Object.values(before?.regions ?? {}).flatMap((blocks) => blocks.map(nameOf)));
  return (block) => placed.has(nameOf(block));
}

/** The problem of a region that a type does not have. */
export const noRegion = ({ slug }: ContentType, name: string): Wording =>
  because('noRegion', `"${slug}" has no region "${name}"`, { name });

function checkRegion(
  name: string,
  blocks: readonly Placement[],
  type: ContentType,
  scope: PageScope,
): readonly Detail[] {
  if (blocks.length > 0 && !hasRegion(type, name)) return [{ path: [], ...noRegion(type, name) }];
  const region = readRegions(type.regions).find((one) => one.name === name);
  return blocks.flatMap((block, index) =>
    within([String(index)], checkPlacement(block, region?.allowedTypes ?? null, scope)),
  );
}

function checkPlacement(block: Placement, allowed: readonly string[] | null, scope: PageScope): readonly Detail[] {
  if (!scope.hasRoom(block)) return [];
  const shared = block.block === undefined ? undefined : scope.lookup.byKey('block', block.block);
  if (block.block !== undefined && !shared && scope.wasPlaced(block)) return [];
  if (block.block !== undefined && !shared)
    return [{ path: ['blockId'], ...because('gone', `There is no reusable block "${block.block}"`, {}) }];
  const typeKey = shared?.data.type ?? block.type ?? '';
  const type = scope.lookup.byKey('blockType', typeKey);
  if (!type && scope.wasPlaced(block)) return [];
  if (!type) return [{ path: ['blockTypeSlug'], ...because('gone', `There is no block type "${typeKey}"`, {}) }];
  if (allowed && !allowed.includes(typeKey))
    return [
      {
        path: ['blockTypeSlug'],
        ...because('notAllowed', `Block type "${typeKey}" is not allowed here`, { name: typeKey }),
      },
    ];
  const values = { ...shared?.data.fields, ...(shared ? block.overrides : block.fields) };
  // A hidden block may be unfinished: it is not public, as a draft is not.
  const isPublished = scope.isPublished && !block.hidden;
  return within(
    shared ? ['overrides'] : ['fields'],
    checkValues(type.data.fieldsSchema, values, { ...scope, isPublished }),
  );
}
