import type { Page, Placement } from '../entities/page.ts';
import type { Entry, Lookup } from '../entry.ts';

/** A block in a page's own file, and its place. Its id is that of its placement. */
export interface InlineBlock {
  readonly page: Entry<Page>;
  readonly region: string;
  /** Its place in the region. */
  readonly index: number;
  readonly placement: Placement & { readonly type: string };
}

/** The inline blocks of a page, in file order. */
export const inlineBlocksOf = (page: Entry<Page>): readonly InlineBlock[] =>
  Object.entries(page.data.regions).flatMap(([region, placements]) =>
    placements.flatMap((placement, index) =>
      isInlinePlacement(placement) ? [{ page, region, index, placement }] : [],
    ),
  );

const isInlinePlacement = (placement: Placement): placement is InlineBlock['placement'] => placement.type !== undefined;

/** The inline block with this id; placements of reusable blocks are not found. */
export function findInlineBlock(lookup: Lookup, id: number): InlineBlock | undefined {
  const [page] = lookup.find('page', 'byPlacement', String(id));
  return page && inlineBlocksOf(page).find(({ placement }) => placement.id === id);
}
