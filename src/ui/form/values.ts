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

/** `next` with every part that equals the same part of `before` replaced by that, so that unchanged parts keep their identity. */
export function shareSame(next: unknown, before: unknown): unknown {
  if (Object.is(next, before)) return before;
  if (Array.isArray(next) && Array.isArray(before)) {
    const items = next.map((item, index) => shareSame(item, before[index]));
    return items.length === before.length && items.every((item, index) => item === before[index]) ? before : items;
  }
  if (!isObject(next) || !isObject(before)) return next;
  const keys = Object.keys(next);
  const shared = Object.fromEntries(keys.map((key) => [key, shareSame(next[key], own(before, key))]));
  const isUnchanged =
    Object.keys(before).length === keys.length && keys.every((key) => shared[key] === own(before, key));
  return isUnchanged ? before : shared;
}

/** The path of the only part in which two values differ; of what holds all differing parts if there are several. */
export function differingPath(one: unknown, other: unknown): ValuePath {
  const keys = differingKeys(one, other);
  const [key] = keys;
  if (key === undefined || keys.length > 1) return [];
  return [key, ...differingPath(own(one as object, key), own(other as object, key))];
}

function differingKeys(one: unknown, other: unknown): ValuePath {
  if (Array.isArray(one) && Array.isArray(other)) return differingIndex(one, other);
  if (!isObject(one) || !isObject(other)) return [];
  const keys = new Set([...Object.keys(one), ...Object.keys(other)]);
  return [...keys].filter((key) => !isSame(own(one, key), own(other, key)));
}

/** Where an item was added or removed it is the first index that differs. */
function differingIndex(one: readonly unknown[], other: readonly unknown[]): readonly number[] {
  const indexes = [...Array(Math.max(one.length, other.length)).keys()];
  const differing = indexes.filter((index) => !isSame(one[index], other[index]));
  return one.length === other.length ? differing : differing.slice(0, 1);
}

/** The values that differ from what they were. */
export const changedIn = <V>(values: V, before: V): Partial<V> =>
  Object.fromEntries(
    Object.entries(values as object).filter(([key, value]) => !isSame(value, before[key as keyof V])),
  ) as Partial<V>;

/** A value that two sides have changed differently. */
export interface Conflict {
  readonly path: ValuePath;
  /** The value that both started from; undefined if there was none. */
  readonly base: unknown;
  readonly mine: unknown;
  readonly theirs: unknown;
}

/** Decides the value that two people have changed differently. */
export type Settle = (conflict: Conflict) => unknown;

export interface Rebasing {
  readonly path: ValuePath;
  readonly settle: Settle;
  /** Whether an item of a list that is gone from `onto` comes back because it was changed between `from` and `to`. */
  readonly revives: boolean;
}

export const keepMine: Settle = ({ mine }) => mine;
const MINE: Rebasing = { path: [], settle: keepMine, revives: true };

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
  rebase(from, to, onto, { ...MINE, settle });
  return found;
}

const below = (at: Rebasing, key: string | number): Rebasing => ({ ...at, path: [...at.path, key] });

/** Only here do keys identify items: those of a repeater may have a field named `key`, which identifies nothing. */
export const isRegion = ([first, ...rest]: ValuePath): boolean => first === 'regions' && rest.length === 1;

export interface ItemWithKey {
  readonly key: string;
}

const isKeyed = (value: unknown): value is readonly ItemWithKey[] =>
  Array.isArray(value) && value.every((item) => isObject(item) && typeof item['key'] === 'string');

/** Three versions of a list, as `rebase` takes them. */
export interface Lists<T> {
  readonly from: readonly T[];
  readonly to: readonly T[];
  readonly onto: readonly T[];
}

/** In the order of the side that has moved items, `to` if both have. An item that only one has follows the same item as there. */
export function rebaseList({ from, to, onto }: Lists<ItemWithKey>, at: Rebasing): readonly ItemWithKey[] {
  const find = (list: readonly ItemWithKey[], key: string): ItemWithKey | undefined =>
    list.find((item) => item.key === key);
  const kept = to.flatMap((item, index) => {
    const before = find(from, item.key);
    const present = find(onto, item.key);
    // Somebody else has removed it: it goes, unless it has been changed here.
    if (before && !present) return isSame(before, item) || !at.revives ? [] : [item];
    return [present ? (rebase(before, item, present, below(at, index)) as ItemWithKey) : item];
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
function isMoved(from: readonly ItemWithKey[], to: readonly ItemWithKey[]): boolean {
  const shared = (list: readonly ItemWithKey[], other: readonly ItemWithKey[]): readonly string[] => {
    const keys = new Set(other.map(({ key }) => key));
    return list.flatMap(({ key }) => (keys.has(key) ? [key] : []));
  };
  return !isSame(shared(from, to), shared(to, from));
}
