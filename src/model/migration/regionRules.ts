import { createHash } from 'node:crypto';
import { canonicalJson } from '../../lib/json/canonicalJson.ts';
import type { PageRegions, Placement } from '../entities/page.ts';
import type { OperationArguments, OperationName } from './operation.ts';
import type { MigrationNote, ValueOperation } from './valueRules.ts';

/** A reusable block, as far as migrating what places it must know. */
export interface SharedBlock {
  readonly type: string;
  readonly fields: Readonly<Record<string, unknown>>;
}

/** What changing a page's regions may use. */
export interface RegionScope {
  /** A reusable block as it was before the migration; undefined if there is none, or it is not known. */
  findBlock(key: string): SharedBlock | undefined;
  note(note: MigrationNote): void;
}

export type RegionRule<T> = (regions: PageRegions, args: T, type: string, scope: RegionScope) => PageRegions;

/** The operations that change the regions of pages: of a content type's own pages, or wherever a block type is used. */
export const REGION_RULES: {
  readonly [K in Exclude<OperationName, ValueOperation | 'absorb' | 'share'>]: RegionRule<OperationArguments[K]>;
} = {
  moveBlocks(regions, { from, to, type }, _, scope) {
    const source = regions[from] ?? [];
    const moving = source.filter((block) => type === undefined || placedTypeOf(block, scope) === type);
    if (moving.length === 0 || from === to) return regions;
    const left = source.filter((block) => !moving.includes(block));
    const others = Object.entries(regions).filter(([name]) => name !== from || left.length > 0);
    const changed = Object.fromEntries(others.map(([name, blocks]) => [name, name === from ? left : blocks]));
    return { ...changed, [to]: [...(regions[to] ?? []), ...moving] };
  },
  removeBlocks(regions, { type, blocks = [] }, _, { note }) {
    const isGone = (block: Placement): boolean =>
      block.block === undefined ? block.type === type : blocks.includes(block.block);
    return mapRegions(regions, (list, name) => {
      for (const [index, block] of list.entries())
        if (isGone(block)) note({ reason: 'lost', path: ['regions', name, index], value: block.fields ?? block.block });
      return list.filter((block) => !isGone(block));
    });
  },
  reuse: (regions, { block: key, of }, type) =>
    mapRegions(regions, (list) =>
      list.map((block) => {
        if (block.type !== type || block.block !== undefined || inlineDigest(block) !== of) return block;
        return { id: block.id, block: key, ...(block.hidden !== undefined && { hidden: block.hidden }) };
      }),
    ),
};

const placedTypeOf = ({ type, block }: Placement, { findBlock }: RegionScope): string | undefined =>
  block === undefined ? type : findBlock(block)?.type;

/** Names what an inline block holds: blocks of one type with the same digest say the same. */
export const inlineDigest = ({ fields = {} }: Pick<Placement, 'fields'>): string =>
  createHash('sha1').update(canonicalJson(fields)).digest('hex').slice(0, DIGEST);
const DIGEST = 16;

/** Changes the blocks of each region; regions that lose their last one go. */
export function mapRegions(
  regions: PageRegions,
  change: (blocks: readonly Placement[], name: string) => readonly Placement[],
): PageRegions {
  const changed = Object.entries(regions).map(([name, blocks]) => [name, blocks, change(blocks, name)] as const);
  if (
    changed.every(([, before, after]) => before.length === after.length && after.every((one, at) => one === before[at]))
  )
    return regions;
  const left = changed.filter(([, before, after]) => after.length > 0 || before.length === 0);
  return Object.fromEntries(left.map(([name, , after]) => [name, after]));
}
