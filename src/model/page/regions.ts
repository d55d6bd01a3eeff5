/** A region of a content type. `allowedTypes` null: any block type. */
export interface Region {
  readonly name: string;
  readonly allowedTypes: readonly string[] | null;
}

/** Reads a content type's `regions`: `{ name, label?, allowed_types? }` or names. Anything else is ignored. */
export function readRegions(regions: readonly unknown[]): readonly Region[] {
  const read = known.get(regions) ?? regions.flatMap(parseRegion);
  known.set(regions, read);
  return read;
}

/** Regions are frozen with their type, so an entry never becomes stale. */
const known = new WeakMap<readonly unknown[], readonly Region[]>();

function parseRegion(region: unknown): readonly Region[] {
  if (typeof region === 'string') return [{ name: region, allowedTypes: null }];
  if (typeof region !== 'object' || region === null) return [];
  const { name, allowed_types: allowed } = region as { name?: unknown; allowed_types?: unknown };
  if (typeof name !== 'string') return [];
  return [{ name, allowedTypes: Array.isArray(allowed) ? allowed.filter((type) => typeof type === 'string') : null }];
}

/** Whether pages of a type may have a region. A type that declares no regions allows any. */
export function hasRegion({ regions }: { readonly regions: readonly unknown[] }, name: string): boolean {
  const known = readRegions(regions);
  return known.length === 0 || known.some((region) => region.name === name);
}

/** Whether a region of a type allows blocks of this type. A region that names no types allows any. */
export const allowsBlock = (
  { regions }: { readonly regions: readonly unknown[] },
  name: string,
  blockType: string,
): boolean =>
  readRegions(regions)
    .find((region) => region.name === name)
    ?.allowedTypes?.includes(blockType) ?? true;
