import { isValueObject } from '../form/values.ts';
import type { AdminContentType } from '../wire/interface.ts';

/** A part of a page that holds blocks. */
export interface PageRegion {
  readonly name: string;
  readonly label: string;
  /** Slugs of block types; undefined for any. */
  readonly allowed: readonly string[] | undefined;
}

/** The regions that a type defines, followed by any others that a page has. */
export function listPageRegions({ regions }: AdminContentType, present: readonly string[]): readonly PageRegion[] {
  const defined = regions.flatMap((region): PageRegion[] => {
    if (typeof region === 'string') return [{ name: region, label: humanizeRegionName(region), allowed: undefined }];
    if (!isValueObject(region) || typeof region['name'] !== 'string') return [];
    const { name, label, allowed_types: allowed } = region;
    return [
      {
        name: name as string,
        label: typeof label === 'string' && label !== '' ? label : humanizeRegionName(name as string),
        allowed: Array.isArray(allowed) ? allowed.map(String) : undefined,
      },
    ];
  });
  const others = present.filter((name) => !defined.some((region) => region.name === name));
  return [...defined, ...others.map((name) => ({ name, label: humanizeRegionName(name), allowed: undefined }))];
}

const humanizeRegionName = (name: string): string =>
  name.charAt(0).toUpperCase() + name.slice(1).replaceAll(/[_-]+/g, ' ');
