import { type FormValues, isValueObject } from '../../../form/values.ts';

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
export interface DefaultBlockDraft extends FormValues {
  readonly region: string;
  readonly blockTypeSlug: string;
  readonly position?: number;
  readonly fields?: FormValues;
}

/** The regions of a type; null if they are only edited as JSON. */
export function readRegionDrafts(regions: unknown): readonly RegionDraft[] | null {
  if (!Array.isArray(regions)) return null;
  const drafts = regions.map(readRegionDraft);
  return drafts.every((draft) => draft !== null) ? drafts : null;
}

function readRegionDraft(written: unknown): RegionDraft | null {
  if (typeof written === 'string') return { name: written, label: '', allowed: undefined, written };
  if (!isValueObject(written) || typeof written['name'] !== 'string') return null;
  const { name, label, allowed_types: allowed } = written;
  return {
    name,
    label: typeof label === 'string' ? label : '',
    allowed: Array.isArray(allowed) ? allowed.map(String) : undefined,
    written,
  };
}

/** The regions as files hold them: what their inputs do not know stays, and what has not changed stays as it is. */
export const writeRegionDrafts = (regions: readonly RegionDraft[]): readonly unknown[] => regions.map(writeRegion);

function writeRegion(region: RegionDraft): unknown {
  const { name, label, allowed, written } = region;
  const before = readRegionDraft(written);
  if (before && isSameRegion(before, region)) return written;
  if (label === '' && allowed === undefined && !isValueObject(written)) return name;
  const { label: _, allowed_types: __, ...others } = isValueObject(written) ? written : {};
  return { ...others, name, ...(label !== '' && { label }), ...(allowed && { allowed_types: allowed }) };
}

const isSameRegion = (one: RegionDraft, other: RegionDraft): boolean =>
  one.name === other.name && one.label === other.label && String(one.allowed) === String(other.allowed);

/** The blocks that new pages begin with in a region, in order. */
export const listDefaultBlocks = (blocks: readonly DefaultBlockDraft[], region: string): readonly DefaultBlockDraft[] =>
  blocks.filter((one) => one.region === region).sort((one, other) => (one.position ?? 0) - (other.position ?? 0));

/** All default blocks, with those of one region replaced. */
export const withBlocks = (
  blocks: readonly DefaultBlockDraft[],
  region: string,
  own: readonly DefaultBlockDraft[],
): readonly DefaultBlockDraft[] => [
  ...blocks.filter((one) => one.region !== region),
  ...own.map((one, position) => ({ ...one, region, position })),
];

/** What is unfinished about a region. */
export function regionProblem({ name }: RegionDraft, all: readonly RegionDraft[]): 'noName' | 'usedName' | undefined {
  if (name === '') return 'noName';
  return all.filter((one) => one.name === name).length > 1 ? 'usedName' : undefined;
}
