/** Values kept in order; adding and removing cost a binary search. Values that compare as 0 must be the same value. */
export class SortedList<T> {
  readonly #compare: (a: T, b: T) => number;
  #values: T[];

  /** @param values in order */
  constructor(values: readonly T[], compare: (a: T, b: T) => number) {
    this.#compare = compare;
    this.#values = [...values];
  }

  get values(): readonly T[] {
    return this.#values;
  }

  add(value: T): void {
    this.#values.splice(this.#place(value), 0, value);
  }

  /** Takes out the value that compares as equal, if there is one. */
  remove(value: T): void {
    const place = this.#place(value);
    const found = this.#values[place];
    if (found !== undefined && this.#compare(found, value) === 0) this.#values.splice(place, 1);
  }

  /** The first place whose value does not come before `value`. */
  #place(value: T): number {
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
