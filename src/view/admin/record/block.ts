import type { Block } from '../../../model/entities/block.ts';
import type { Page } from '../../../model/entities/page.ts';
import { compareEntryIds, type Entry, type Lookup } from '../../../model/entry.ts';
import { toWire } from '../../../model/fields/fields.ts';
import type { InlineBlock } from '../../../model/page/inlineBlock.ts';
import type { AdminView } from '../showAdminPage.ts';

/** A block of either kind: a reusable one with its own file, or one inside a page. */
export type AnyBlock = Entry<Block> | InlineBlock;

/** The facts that lists filter and sort blocks of either kind by. */
export interface BlockFacts {
  readonly id: number;
  readonly type: string;
  readonly title: string | null;
  readonly isReusable: boolean;
}

const isInlineBlock = (block: AnyBlock): block is InlineBlock => 'placement' in block;

export function blockFacts(block: AnyBlock): BlockFacts {
  if (!isInlineBlock(block)) return { id: block.id, ...block.data };
  const { id, type, title } = block.placement;
  return { id, type, title: title ?? null, isReusable: false };
}

function showBlockRecord(block: AnyBlock, { lookup, authorOf }: AdminView): object {
  const { id, type: typeSlug, title, isReusable } = blockFacts(block);
  const type = lookup.byKey('blockType', typeSlug);
  const file = isInlineBlock(block) ? block.page : block;
  const fields = (isInlineBlock(block) ? block.placement.fields : block.data.fields) ?? {};
  return {
    id,
    typeId: type?.id ?? null,
    typeSlug,
    typeName: type?.data.name ?? null,
    title,
    fields: toWire(type?.data.fieldsSchema ?? [], fields, { lookup }),
    isReusable,
    createdAt: file.createdAt,
    updatedAt: file.updatedAt,
    createdBy: authorOf(file.path) ?? null,
  };
}

const showUse = ({ id, data }: Entry<Page>, region: string): object => ({
  pageId: id,
  pageTitle: data.title,
  pageSlug: data.slug,
  locale: data.locale,
  region,
});

/** One entry for each placement of a block on a page. */
function usageOf(block: AnyBlock, lookup: Lookup): readonly object[] {
  if (isInlineBlock(block)) return [showUse(block.page, block.region)];
  const pages = lookup.referring('block', block.key).flatMap(({ kind, id }) => {
    const page = kind === 'page' ? lookup.get('page', id) : undefined;
    return page ? [page] : [];
  });
  return pages
    .sort(compareEntryIds)
    .flatMap((page) =>
      Object.entries(page.data.regions).flatMap(([region, placements]) =>
        placements.filter((placement) => placement.block === block.key).map(() => showUse(page, region)),
      ),
    );
}

/** A block in a list. */
export const showBlockItem = (block: AnyBlock, view: AdminView): object => ({
  ...showBlockRecord(block, view),
  usageCount: usageOf(block, view.lookup).length,
});

/** A block by itself, with every placement. */
export const showBlockWhole = (block: AnyBlock, view: AdminView): object => ({
  ...showBlockRecord(block, view),
  usage: usageOf(block, view.lookup),
});
