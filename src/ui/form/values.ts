/** The path of a value: keys of objects, and indexes of lists. */
export type ValuePath = readonly (string | number)[];

export type Values = Readonly<Record<string, unknown>>;

export const isObject = (value: unknown): value is Values =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Paths come from forms and from answers, so they must not reach inherited properties. */
const own = (holder: object, key: string | number): unknown =>
  Object.hasOwn(holder, key) ? (holder as Record<string | number, unknown>)[key] : undefined;

export const valueAt = (holder: unknown, path: ValuePath): unknown =>
  path.reduce<unknown>((at, key) => (typeof at === 'object' && at !== null ? own(at, key) : undefined), holder);

/** A copy with another value at a path; everything off the path is shared. An undefined value removes the key. */
export function withValueAt(holder: unknown, [key, ...rest]: ValuePath, value: unknown): unknown {
  if (key === undefined) return value;
  const next = withValueAt(typeof holder === 'object' && holder !== null ? own(holder, key) : undefined, rest, value);
  if (Array.isArray(holder)) return holder.map((item, index) => (index === key ? next : item));
  if (next !== undefined) return { ...(isObject(holder) && holder), [key]: next };
  const { [key]: _, ...others } = (isObject(holder) ? holder : {}) as Record<string | number, unknown>;
  return others;
}

/** Whether two values are equal. A key whose value is undefined counts as missing. */
export function isSame(one: unknown, other: unknown): boolean {
  if (Object.is(one, other)) return true;
  if (Array.isArray(one) && Array.isArray(other))
    return one.length === other.length && one.every((item, index) => isSame(item, other[index]));
  if (!isObject(one) || !isObject(other)) return false;
  const keys = new Set([...Object.keys(one), ...Object.keys(other)]);
  return [...keys].every((key) => isSame(own(one, key), own(other, key)));
}

/** The values that differ from what they were. */
export const changedIn = <V>(values: V, before: V): Partial<V> =>
  Object.fromEntries(
    Object.entries(values as object).filter(([key, value]) => !isSame(value, before[key as keyof V])),
  ) as Partial<V>;

/** A value that two people have changed differently. */
export interface Conflict {
  readonly path: ValuePath;
  /** The value that both started from; undefined if there was none. */
  readonly base: unknown;
  readonly mine: unknown;
  readonly theirs: unknown;
}

/** Decides the value that two people have changed differently. */
export type Settle = (conflict: Conflict) => unknown;

interface Rebasing {
  readonly path: ValuePath;
  readonly settle: Settle;
}

export const keepMine: Settle = ({ mine }) => mine;
const MINE: Rebasing = { path: [], settle: keepMine };

/**
 * Applies the changes between `from` and `to` to `onto`. Lists are replaced as a whole, except the blocks of a region,
 * which are matched by the `key` that the form gives them. A value that both sides have changed is taken from `to`, unless
 * it is settled otherwise.
 */
export function rebase(from: unknown, to: unknown, onto: unknown, at: Rebasing = MINE): unknown {
  if (isSame(from, to)) return onto;
  if (isObject(from) && isObject(to) && isObject(onto)) {
    const keys = new Set([...Object.keys(onto), ...Object.keys(to), ...Object.keys(from)]);
    const entries = [...keys].map(
      (key) => [key, rebase(own(from, key), own(to, key), own(onto, key), below(at, key))] as const,
    );
    return Object.fromEntries(entries.filter(([, value]) => value !== undefined));
  }
  if (isRegion(at.path) && isKeyed(from) && isKeyed(to) && isKeyed(onto)) return rebaseList({ from, to, onto }, at);
  const isConflict = !isSame(from, onto) && !isSame(to, onto);
  return isConflict ? at.settle({ path: at.path, base: from, mine: to, theirs: onto }) : to;
}

/** The values that two people have changed differently since `from`. */
export function conflictsOf(from: unknown, to: unknown, onto: unknown): readonly Conflict[] {
  const found: Conflict[] = [];
  const settle: Settle = (conflict) => {
    found.push(conflict);
    return conflict.mine;
  };
  rebase(from, to, onto, { path: [], settle });
  return found;
}

const below = ({ path, settle }: Rebasing, key: string | number): Rebasing => ({ path: [...path, key], settle });

/** Only here do keys identify items: those of a repeater may have a field named `key`, which identifies nothing. */
const isRegion = ([first, ...rest]: ValuePath): boolean => first === 'regions' && rest.length === 1;

interface Keyed {
  readonly key: string;
}

const isKeyed = (value: unknown): value is readonly Keyed[] =>
  Array.isArray(value) && value.every((item) => isObject(item) && typeof item['key'] === 'string');

interface Lists {
  readonly from: readonly Keyed[];
  readonly to: readonly Keyed[];
  readonly onto: readonly Keyed[];
}

/** In the order of the side that has moved items, `to` if both have. An item that only one has follows the same item as there. */
function rebaseList({ from, to, onto }: Lists, at: Rebasing): readonly unknown[] {
  const find = (list: readonly Keyed[], key: string): Keyed | undefined => list.find((item) => item.key === key);
  const kept = to.flatMap((item, index) => {
    const before = find(from, item.key);
    const present = find(onto, item.key);
    // Somebody else has removed it: it goes, unless it has been changed here.
    if (before && !present) return isSame(before, item) ? [] : [item];
    return [present ? (rebase(before, item, present, below(at, index)) as Keyed) : item];
  });
  const added = onto.filter(({ key }) => !find(from, key) && !find(to, key));
  const all = new Map([...kept, ...added].map((item) => [item.key, item]));
  const [leading, following] = isMoved(from, to) ? [to, onto] : [onto, to];
  const list = leading.flatMap(({ key }) => all.get(key) ?? []);
  following.forEach(({ key }, index) => {
    const item = find(list, key) ? undefined : all.get(key);
    const behind = following[index - 1]?.key;
    if (item) list.splice(list.findIndex((one) => one.key === behind) + 1, 0, item);
  });
  return list;
}

/** Whether the items that both lists have are in another order. */
function isMoved(from: readonly Keyed[], to: readonly Keyed[]): boolean {
  const shared = (list: readonly Keyed[], other: readonly Keyed[]): readonly string[] => {
    const keys = new Set(other.map(({ key }) => key));
    return list.flatMap(({ key }) => (keys.has(key) ? [key] : []));
  };
  return !isSame(shared(from, to), shared(to, from));
}
