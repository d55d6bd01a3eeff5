import type { Page, Placement } from '../entities/page.ts';
import { notFound } from '../errors.ts';

/** Where a block stands on its page. */
export interface BlockPlace {
  readonly region: string;
  /** Counts from 0. */
  readonly index: number;
  readonly placement: Placement;
}

/** Every block of a page, in the order of its file. */
export const blockPlacesOf = ({ regions }: Page): readonly BlockPlace[] =>
  Object.entries(regions).flatMap(([region, placements]) =>
    placements.map((placement, index) => ({ region, index, placement })),
  );

/** @throws CmsError NOT_FOUND where the page has no block under this id */
export function getBlockPlace(page: Page, pbId: number): BlockPlace {
  const place = blockPlacesOf(page).find(({ placement }) => placement.id === pbId);
  if (!place) throw notFound('Block');
  return place;
}
