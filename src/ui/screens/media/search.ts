import type { MediaSort } from '../../wire/interface.ts';
import { MEDIA_TYPES, type MediaFileType } from '../../wire/queries.ts';

/** The orders that can be chosen, the usual one first. */
export const MEDIA_ORDERS = [
  'createdAt:desc',
  'createdAt:asc',
  'title:asc',
  'size:desc',
] as const satisfies readonly `${MediaSort}:${'asc' | 'desc'}`[];

/** Which media are shown, and how, as the address says. */
export interface MediaSearch {
  readonly search?: string;
  readonly folder?: string;
  readonly type?: MediaFileType;
  /** `missing`: pictures that nobody has described. */
  readonly alt?: 'missing';
  readonly sort?: (typeof MEDIA_ORDERS)[number];
  readonly view?: 'list';
  /** The id of the item that is open. */
  readonly item?: number;
}

const readMediaSearchText = (value: unknown): string | undefined =>
  value === undefined || value === '' || typeof value === 'object' ? undefined : String(value);
const findKnownOption = <T extends string>(known: readonly T[], value: unknown): T | undefined =>
  known.find((one) => one === value);

/** Reads the address and ignores what it does not know. */
export const readMediaSearch = ({
  search,
  folder,
  type,
  alt,
  sort,
  view,
  item,
}: Record<string, unknown>): MediaSearch => ({
  search: readMediaSearchText(search),
  folder: readMediaSearchText(folder),
  type: findKnownOption(MEDIA_TYPES, type),
  alt: findKnownOption(['missing'], alt),
  sort: findKnownOption(MEDIA_ORDERS, sort),
  view: findKnownOption(['list'], view),
  item: Number.isInteger(item) ? Number(item) : undefined,
});

/** Changes what is shown. */
export type ChangeSearch = (more: Partial<MediaSearch>) => void;
