import { canonicalJson } from '../../../lib/json/canonicalJson.ts';
import { isMissing } from '../../fields/values.ts';
import { allAre, clash, type MergeRule } from '../threeVersions.ts';
import { isList } from './forest.ts';
import { mergeOrder } from './mergeOrder.ts';

/** Merges ordered sets: what either side adds is in the result, what either removes is not. */
export const mergeSet: MergeRule = (versions, scope) => {
  const { base, ours, theirs } = versions;
  const lists = allAre(
    { base, ours: isMissing(ours) ? [] : ours, theirs: isMissing(theirs) ? [] : theirs },
    isList,
    [],
  );
  if (!lists) return clash(versions, scope);
  const values = new Map<string, unknown>();
  const named = (list: readonly unknown[]): readonly string[] => {
    const names = occurrenceNames(list);
    for (const [index, name] of names.entries()) values.set(name, list[index]);
    return names;
  };
  const names = { base: named(lists.base), ours: named(lists.ours), theirs: named(lists.theirs) };
  const [known, inOurs, inTheirs] = [new Set(names.base), new Set(names.ours), new Set(names.theirs)];
  const isKept = (name: string): boolean => !known.has(name) || (inOurs.has(name) && inTheirs.has(name));
  const order = mergeOrder({
    base: names.base.filter(isKept),
    ours: names.ours.filter(isKept),
    theirs: names.theirs.filter(isKept),
  });
  return order.map((name) => values.get(name));
};

/** A name for each value of a list; a repeated value gets a name of its own. */
function occurrenceNames(list: readonly unknown[]): readonly string[] {
  const counts = new Map<string, number>();
  return list.map((value) => {
    const json = canonicalJson(value);
    const count = counts.get(json) ?? 0;
    counts.set(json, count + 1);
    return `${count}:${json}`;
  });
}
