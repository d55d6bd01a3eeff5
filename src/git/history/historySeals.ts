import type { HistoryColumns } from './historyColumns.ts';

/** As much of a seal as a number holds exactly. */
export const sealNumber = (text: string): number => Buffer.from(text, 'base64url').readUIntBE(0, 6);

/**
 * The commits that were made anew and do what another one did that counts, too: of all that bear one seal the one is
 * believed that was made with it, or else the first one made anew.
 */
export function findRepeated(
  { seal, order }: HistoryColumns['commits'],
  isCounted: (commit: number) => boolean,
): ReadonlySet<number> {
  const seals = seal.values.subarray(0, seal.length);
  const copies = [...seals.keys()].filter((commit) => seals[commit]! < 0 && isCounted(commit));
  if (copies.length === 0) return new Set();
  const copied = new Set(copies.map((commit) => -seals[commit]!));
  const taken = new Set(seals.filter((one, commit) => copied.has(one) && isCounted(commit)));
  copies.sort((a, b) => order.values[a]! - order.values[b]!);
  return new Set(copies.filter((commit) => taken.size === taken.add(-seals[commit]!).size));
}
