import type { Clash } from '../../wire/interface.ts';
import { groupChanges } from './changes.ts';
import { useKnown } from './useKnown.ts';

/** A function that says where in its record a clash is, in the labels of forms: `Block: Hero › Heading`. */
export function useClashLocation(): (clash: Clash) => string {
  const known = useKnown();
  return ({ path, base = null, ours = null }) =>
    groupChanges([{ path: path.map(String), before: base, after: ours }], known)
      .flatMap(({ label, changes }) => [label, ...changes.map((change) => change.label)])
      .filter(Boolean)
      .join(' › ');
}
