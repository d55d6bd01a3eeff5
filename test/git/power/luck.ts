import type { Change, Fate } from './disk.ts';

/** What happens to changes that no sync has made durable. */
export interface Luck {
  readonly name: string;
  readonly fate: Fate;
}

const ifName = (name: number, data: number): Fate => {
  return ({ kind }: Change) => (kind === 'names' ? name : data);
};

const LATEST_STEPS = 3;

/** All names or none; all, none or half of the data. */
export const EXTREMES: readonly Luck[] = [
  { name: 'nothing more than what was synced', fate: ifName(0, 0) },
  { name: 'everything', fate: ifName(1, 1) },
  { name: 'names without data', fate: ifName(1, 0) },
  { name: 'names with half of the data', fate: ifName(1, 0.5) },
  { name: 'what was done last, and nothing before it', fate: (_, stepsAgo) => (stepsAgo <= LATEST_STEPS ? 1 : 0) },
];

/** Any of the names and any part of the data; the same for the same seed. */
export function byChance(seed: number): Luck {
  const next = createRandom(seed);
  const fate: Fate = ({ kind }) => (kind === 'names' ? Math.round(next()) : Math.max(0, Math.min(1, next() * 2 - 0.5)));
  return { name: `what chance ${seed} leaves`, fate };
}

/** Mulberry32: numbers from 0 to 1. */
export function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
