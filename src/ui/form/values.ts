/** The path of a value: keys of objects, and indexes of lists. */
export type FormPath = readonly (string | number)[];

export type FormValues = Readonly<Record<string, unknown>>;

export const isValueObject = (value: unknown): value is FormValues =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Paths come from forms and from answers, so they must not reach inherited properties. */
const getOwnValue = (holder: object, key: string | number): unknown =>
  Object.hasOwn(holder, key) ? (holder as Record<string | number, unknown>)[key] : undefined;

export const getValueAt = (holder: unknown, path: FormPath): unknown =>
  path.reduce<unknown>((at, key) => (typeof at === 'object' && at !== null ? getOwnValue(at, key) : undefined), holder);

/** A copy with another value at a path; everything off the path is shared. An undefined value removes the key. */
export function withValueAt(holder: unknown, [key, ...rest]: FormPath, value: unknown): unknown {
  if (key === undefined) return value;
  const next = withValueAt(
    typeof holder === 'object' && holder !== null ? getOwnValue(holder, key) : undefined,
    rest,
    value,
  );
  if (Array.isArray(holder)) return holder.map((item, index) => (index === key ? next : item));
  if (next !== undefined) return { ...(isValueObject(holder) && holder), [key]: next };
  const { [key]: _, ...others } = (isValueObject(holder) ? holder : {}) as Record<string | number, unknown>;
  return others;
}

/** Whether two values are equal. A key whose value is undefined counts as missing. */
export function isSameValue(one: unknown, other: unknown): boolean {
  if (Object.is(one, other)) return true;
  if (Array.isArray(one) && Array.isArray(other))
    return one.length === other.length && one.every((item, index) => isSameValue(item, other[index]));
  if (!isValueObject(one) || !isValueObject(other)) return false;
  const keys = new Set([...Object.keys(one), ...Object.keys(other)]);
  return [...keys].every((key) => isSameValue(getOwnValue(one, key), getOwnValue(other, key)));
}

/** `next` with every part that equals the same part of `before` replaced by that, so that unchanged parts keep their identity. */
export function shareSame(next: unknown, before: unknown): unknown {
  if (Object.is(next, before)) return before;
  if (Array.isArray(next) && Array.isArray(before)) {
    const items = next.map((item, index) => shareSame(item, before[index]));
    return items.length === before.length && items.every((item, index) => item === before[index]) ? before : items;
  }
  if (!isValueObject(next) || !isValueObject(before)) return next;
  const keys = Object.keys(next);
  const shared = Object.fromEntries(keys.map((key) => [key, shareSame(next[key], getOwnValue(before, key))]));
  const isUnchanged =
    Object.keys(before).length === keys.length && keys.every((key) => shared[key] === getOwnValue(before, key));
  return isUnchanged ? before : shared;
}

/** The path of the only part in which two values differ; of what holds all differing parts if there are several. */
export function differingPath(one: unknown, other: unknown): FormPath {
  const keys = differingKeys(one, other);
  const [key] = keys;
  if (key === undefined || keys.length > 1) return [];
  return [key, ...differingPath(getOwnValue(one as object, key), getOwnValue(other as object, key))];
}

function differingKeys(one: unknown, other: unknown): FormPath {
  if (Array.isArray(one) && Array.isArray(other)) return differingIndex(one, other);
  if (!isValueObject(one) || !isValueObject(other)) return [];
  const keys = new Set([...Object.keys(one), ...Object.keys(other)]);
  return [...keys].filter((key) => !isSameValue(getOwnValue(one, key), getOwnValue(other, key)));
}

/** Where an item was added or removed it is the first index that differs. */
function differingIndex(one: readonly unknown[], other: readonly unknown[]): readonly number[] {
  const indexes = [...Array(Math.max(one.length, other.length)).keys()];
  const differing = indexes.filter((index) => !isSameValue(one[index], other[index]));
  return one.length === other.length ? differing : differing.slice(0, 1);
}

/** The values that differ from what they were. */
export const pickChangedEntries = <V>(values: V, before: V): Partial<V> =>
  Object.fromEntries(
    Object.entries(values as object).filter(([key, value]) => !isSameValue(value, before[key as keyof V])),
  ) as Partial<V>;

/** A value that two sides have changed differently. */
export interface Conflict {
  readonly path: FormPath;
  /** The value that both started from; undefined if there was none. */
  readonly base: unknown;
  readonly mine: unknown;
  readonly theirs: unknown;
}

/** Decides the value that two people have changed differently. */
export type ConflictResolver = (conflict: Conflict) => unknown;

export interface Rebasing {
  readonly path: FormPath;
  readonly settle: ConflictResolver;
  /** Whether an item of a list that is gone from `onto` comes back because it was changed between `from` and `to`. */
  readonly revives: boolean;
}

export const preferMine: ConflictResolver = ({ mine }) => mine;
const MINE: Rebasing = { path: [], settle: preferMine, revives: true };

/**
 * Applies the changes between `from` and `to` to `onto`. Lists are replaced as a whole, except the blocks of a region,
 * which are matched by the `key` that the form gives them. A value that both sides have changed is taken from `to`, unless
 * it is settled otherwise.
 */
export function rebase(from: unknown, to: unknown, onto: unknown, at: Rebasing = MINE): unknown {
  if (isSameValue(from, to)) return onto;
  if (isValueObject(from) && isValueObject(to) && isValueObject(onto)) {
    const keys = new Set([...Object.keys(onto), ...Object.keys(to), ...Object.keys(from)]);
    const entries = [...keys].map(
      (key) =>
        [
          key,
          rebase(getOwnValue(from, key), getOwnValue(to, key), getOwnValue(onto, key), withChildPath(at, key)),
        ] as const,
    );
    return Object.fromEntries(entries.filter(([, value]) => value !== undefined));
  }
  if (isRegion(at.path) && isKeyed(from) && isKeyed(to) && isKeyed(onto)) return rebaseList({ from, to, onto }, at);
  const isConflict = !isSameValue(from, onto) && !isSameValue(to, onto);
  return isConflict ? at.settle({ path: at.path, base: from, mine: to, theirs: onto }) : to;
}

/** The values that two people have changed differently since `from`. */
export function conflictsOf(from: unknown, to: unknown, onto: unknown): readonly Conflict[] {
  const found: Conflict[] = [];
  const settle: ConflictResolver = (conflict) => {
    found.push(conflict);
    return conflict.mine;
  };
  rebase(from, to, onto, { ...MINE, settle });
  return found;
}

const withChildPath = (at: Rebasing, key: string | number): Rebasing => ({ ...at, path: [...at.path, key] });

/** Only here do keys identify items: those of a repeater may have a field named `key`, which identifies nothing. */
export const isRegion = ([first, ...rest]: FormPath): boolean => first === 'regions' && rest.length === 1;

export interface ItemWithKey {
  readonly key: string;
}

const isKeyed = (value: unknown): value is readonly ItemWithKey[] =>
  Array.isArray(value) && value.every((item) => isValueObject(item) && typeof item['key'] === 'string');

/** Three versions of a list, as `rebase` takes them. */
export interface ListVersions<T> {
  readonly from: readonly T[];
  readonly to: readonly T[];
  readonly onto: readonly T[];
}

/** In the order of the side that has moved items, `to` if both have. An item that only one has follows the same item as there. */
export function rebaseList({ from, to, onto }: ListVersions<ItemWithKey>, at: Rebasing): readonly ItemWithKey[] {
  const find = (list: readonly ItemWithKey[], key: string): ItemWithKey | undefined =>
    list.find((item) => item.key === key);
  const kept = to.flatMap((item, index) => {
    const before = find(from, item.key);
    const present = find(onto, item.key);
    // Somebody else has removed it: it goes, unless it has been changed here.
    if (before && !present) return isSameValue(before, item) || !at.revives ? [] : [item];
    return [present ? (rebase(before, item, present, withChildPath(at, index)) as ItemWithKey) : item];
  });
  const added = onto.filter(({ key }) => !find(from, key) && !find(to, key));
  const all = new Map([...kept, ...added].map((item) => [item.key, item]));
  const [leading, following] = isMoved(from, to) ? [to, onto] : [onto, to];
  const list = leading.flatMap(({ key }) => all.get(key) ?? []);
  following.forEach(({ key }, index) => {
    const item = find(list, key) ? undefined : all.get(key);
    if (!item) return;
    // The one right before it may be gone.
    const behind = following.slice(0, index).findLast((one) => find(list, one.key))?.key;
    list.splice(list.findIndex((one) => one.key === behind) + 1, 0, item);
  });
  return list;
}

/** Whether the items that both lists have are in another order. */
function isMoved(from: readonly ItemWithKey[], to: readonly ItemWithKey[]): boolean {
  const shared = (list: readonly ItemWithKey[], other: readonly ItemWithKey[]): readonly string[] => {
    const keys = new Set(other.map(({ key }) => key));
    return list.flatMap(({ key }) => (keys.has(key) ? [key] : []));
  };
  return !isSameValue(shared(from, to), shared(to, from));
}
