/** Values kept in order; adding and removing use binary search. Values that compare as 0 must be the same value. */
export class SortedList<T> {
  readonly #compare: (a: T, b: T) => number;
  #values: T[];

  /** @param values already sorted */
  constructor(values: readonly T[], compare: (a: T, b: T) => number) {
    this.#compare = compare;
    this.#values = [...values];
  }

  get values(): readonly T[] {
    return this.#values;
  }

  add(value: T): void {
    this.#values.splice(this.#indexOf(value), 0, value);
  }

  /** Removes the value that compares as equal, if there is one. */
  remove(value: T): void {
    const index = this.#indexOf(value);
    const found = this.#values[index];
    if (found !== undefined && this.#compare(found, value) === 0) this.#values.splice(index, 1);
  }

  /** The first index whose value does not come before `value`. */
  #indexOf(value: T): number {
    let low = 0;
    let high = this.#values.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.#compare(this.#values[middle]!, value) < 0) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
