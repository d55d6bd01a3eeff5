import type { Page, Placement } from '../entities/page.ts';
import { notFound } from '../errors.ts';

/** The place of a block on its page. */
export interface BlockPlace {
  readonly region: string;
  /** Counts from 0. */
  readonly index: number;
  readonly placement: Placement;
}

/** Every block of a page, in file order. */
export const blockPlacesOf = ({ regions }: Page): readonly BlockPlace[] =>
  Object.entries(regions).flatMap(([region, placements]) =>
    placements.map((placement, index) => ({ region, index, placement })),
  );

/** @throws CmsError NOT_FOUND if the page has no block with this id */
export function getBlockPlace(page: Page, pbId: number): BlockPlace {
  const place = blockPlacesOf(page).find(({ placement }) => placement.id === pbId);
  if (!place) throw notFound('Block');
  return place;
}
