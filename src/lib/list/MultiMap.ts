/** A map from a key to several values. A key with one value, the usual case in an index, costs no set of its own. */
export class MultiMap<K, V extends object> {
  readonly #values = new Map<K, V | Set<V>>();

  add(key: K, value: V): void {
    const present = this.#values.get(key);
    if (present === undefined) this.#values.set(key, value);
    else if (present instanceof Set) present.add(value);
    else if (present !== value) this.#values.set(key, new Set([present, value]));
  }

  remove(key: K, value: V): void {
    const present = this.#values.get(key);
    if (present === value) this.#values.delete(key);
    if (!(present instanceof Set)) return;
    present.delete(value);
    // Not before: after many removals, iterating to the first remaining value of a set is slow.
    if (present.size > 1) return;
    const [only] = present;
    if (only !== undefined) this.#values.set(key, only);
  }

  /** Replaces one of the key's values. */
  replace(key: K, before: V, after: V): void {
    const present = this.#values.get(key);
    if (present === before) this.#values.set(key, after);
    if (!(present instanceof Set)) return;
    present.delete(before);
    present.add(after);
  }

  get(key: K): readonly V[] {
    const present = this.#values.get(key);
    if (present === undefined) return [];
    return present instanceof Set ? [...present] : [present];
  }

  /** How many values a key has. */
  count(key: K): number {
    const present = this.#values.get(key);
    if (present === undefined) return 0;
    return present instanceof Set ? present.size : 1;
  }

  keys(): Iterable<K> {
    return this.#values.keys();
  }
}
