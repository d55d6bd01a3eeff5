import { isObject, type Values } from '../../../form/values.ts';

/** A region of a page type, as its inputs show it. */
export interface RegionDraft {
  readonly name: string;
  readonly label: string;
  /** The block types that may stand there; undefined for any. */
  readonly allowed: readonly string[] | undefined;
  /** How its file says it. */
  readonly written?: unknown;
}

/** A block that new pages of a type begin with. Keys that its inputs do not know are kept. */
export interface DefaultBlock extends Values {
  readonly region: string;
  readonly blockTypeSlug: string;
  readonly position?: number;
  readonly fields?: Values;
}

/** The regions of a type; null if they are only edited as JSON. */
export function regionsOf(regions: unknown): readonly RegionDraft[] | null {
  if (!Array.isArray(regions)) return null;
  const drafts = regions.map(readRegion);
  return drafts.every((draft) => draft !== null) ? drafts : null;
}

function readRegion(written: unknown): RegionDraft | null {
  if (typeof written === 'string') return { name: written, label: '', allowed: undefined, written };
  if (!isObject(written) || typeof written['name'] !== 'string') return null;
  const { name, label, allowed_types: allowed } = written;
  return {
    name,
    label: typeof label === 'string' ? label : '',
    allowed: Array.isArray(allowed) ? allowed.map(String) : undefined,
    written,
  };
}

/** The regions as files hold them: what their inputs do not know stays, and what has not changed stays as it is. */
export const writeRegions = (regions: readonly RegionDraft[]): readonly unknown[] => regions.map(writeRegion);

function writeRegion(region: RegionDraft): unknown {
  const { name, label, allowed, written } = region;
  const before = readRegion(written);
  if (before && isSameRegion(before, region)) return written;
  if (label === '' && allowed === undefined && !isObject(written)) return name;
  const { label: _, allowed_types: __, ...others } = isObject(written) ? written : {};
  return { ...others, name, ...(label !== '' && { label }), ...(allowed && { allowed_types: allowed }) };
}

const isSameRegion = (one: RegionDraft, other: RegionDraft): boolean =>
  one.name === other.name && one.label === other.label && String(one.allowed) === String(other.allowed);

/** The blocks that new pages begin with in a region, in order. */
export const blocksOf = (blocks: readonly DefaultBlock[], region: string): readonly DefaultBlock[] =>
  blocks.filter((one) => one.region === region).sort((one, other) => (one.position ?? 0) - (other.position ?? 0));

/** All default blocks, with those of one region replaced. */
export const withBlocks = (
  blocks: readonly DefaultBlock[],
  region: string,
  own: readonly DefaultBlock[],
): readonly DefaultBlock[] => [
  ...blocks.filter((one) => one.region !== region),
  ...own.map((one, position) => ({ ...one, region, position })),
];

/** What is unfinished about a region. */
export function regionProblem({ name }: RegionDraft, all: readonly RegionDraft[]): 'noName' | 'usedName' | undefined {
  if (name === '') return 'noName';
  return all.filter((one) => one.name === name).length > 1 ? 'usedName' : undefined;
}
