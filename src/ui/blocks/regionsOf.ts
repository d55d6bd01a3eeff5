import { isObject } from '../form/values.ts';
import type { AdminContentType } from '../wire/interface.ts';

/** A part of a page that holds blocks. */
export interface Region {
  readonly name: string;
  readonly label: string;
  /** Slugs of block types; undefined for any. */
  readonly allowed: readonly string[] | undefined;
}

/** The regions that a type defines, followed by any others that a page has. */
export function regionsOf({ regions }: AdminContentType, present: readonly string[]): readonly Region[] {
  const defined = regions.flatMap((region): Region[] => {
    if (typeof region === 'string') return [{ name: region, label: labelOf(region), allowed: undefined }];
    if (!isObject(region) || typeof region['name'] !== 'string') return [];
    const { name, label, allowed_types: allowed } = region;
    return [
      {
        name: name as string,
        label: typeof label === 'string' && label !== '' ? label : labelOf(name as string),
        allowed: Array.isArray(allowed) ? allowed.map(String) : undefined,
      },
    ];
  });
  const others = present.filter((name) => !defined.some((region) => region.name === name));
  return [...defined, ...others.map((name) => ({ name, label: labelOf(name), allowed: undefined }))];
}

const labelOf = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1).replaceAll(/[_-]+/g, ' ');
