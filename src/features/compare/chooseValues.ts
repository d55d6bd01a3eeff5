import { isPlainObject } from '../../lib/json/isPlainObject.ts';
import { replaceAt } from '../../lib/json/replaceAt.ts';
import { sameJson } from '../../lib/json/sameJson.ts';
import { invalidAt } from '../../model/errors.ts';
import { diffData, type ValueDifference } from '../../model/merge/diffData.ts';
import { because } from '../../model/reason.ts';
import type { ValuePath } from '../../model/reference.ts';

/** Two versions of a record's data. */
interface DataVersions {
  readonly from: object;
  readonly to: object;
}

/**
 * The later version with some values as the earlier one has them.
 *
 * @throws CmsError VALIDATION for a path that does not differ, and for what cannot be brought over by itself
 */
export function chooseValues({ from, to }: DataVersions, paths: readonly ValuePath[]): object {
  const differences = diffData(from, to);
  const chosen = paths.map((path, index) => {
    const found = differences.find((one) => one.change !== 'moved' && sameJson(one.path.map(String), path.map(String)));
    if (!found || (found.change === 'removed' && !leadsToSame({ from, to }, found.path)))
      throw invalidAt(
        ['paths', String(index)],
        because('wholeOnly', 'can only be brought over with the whole record', {}),
      );
    return found;
  });
  // Items go last, the later ones first, so that the paths of the others stay right.
  const isItem = ({ change, path }: ValueDifference): boolean => change === 'added' && typeof path.at(-1) === 'number';
  const items = chosen.filter(isItem).sort((a, b) => Number(b.path.at(-1)) - Number(a.path.at(-1)));
  const ordered = [...chosen.filter((one) => !isItem(one)), ...items];
  // A record's data stays an object.
  return ordered.reduce<object>((data, one) => bringValue(data, one) as object, to);
}

function bringValue(data: unknown, { change, path, before }: ValueDifference): unknown {
  const last = path.at(-1);
  if (typeof last !== 'number' || change === 'changed') return replaceAt(data, path, () => before);
  return replaceAt(data, path.slice(0, -1), (list) => {
    if (!Array.isArray(list)) return change === 'removed' ? [before] : list;
    return change === 'removed' ? list.toSpliced(Math.min(last, list.length), 0, before) : list.toSpliced(last, 1);
  });
}

/** Whether the path of a removed value leads through the same items in both versions. */
function leadsToSame({ from, to }: DataVersions, path: ValuePath): boolean {
  let [one, other]: [unknown, unknown] = [from, to];
  for (const step of path.slice(0, -1)) {
    [one, other] = [memberAtStep(one, step), memberAtStep(other, step)];
    if (typeof step === 'number' && itemNameOf(one) !== itemNameOf(other)) return false;
  }
  return true;
}

const memberAtStep = (value: unknown, step: string | number): unknown =>
  typeof value === 'object' && value !== null ? (value as Record<string | number, unknown>)[step] : undefined;

const itemNameOf = (item: unknown): unknown =>
  isPlainObject(item) ? (item['id'] ?? item['slug'] ?? item['name']) : undefined;
