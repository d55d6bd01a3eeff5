type NumberArray = Int32Array | Float64Array | Uint8Array;

/** A growing list of numbers that takes no more memory than they do. */
export interface NumberColumn<T extends NumberArray> {
  readonly length: number;
  /** The numbers, then unused capacity; a `push` may replace the array. */
  readonly values: T;
  push(...values: readonly number[]): void;
  /** Like `push`, for many numbers at once. */
  append(values: ArrayLike<number>): void;
  /** A copy of the numbers, without unused capacity. */
  copy(): T;
}

/** @param values the first numbers, which are not copied */
export function createColumn<T extends NumberArray>(values: T): NumberColumn<T> {
  let room = values;
  let length = values.length;

  function grow(): void {
    // The same constructor makes the same kind of list.
    const larger = new (room.constructor as new (length: number) => T)(Math.max(64, room.length * 2));
    larger.set(room);
    room = larger;
  }

  return {
    get length() {
      return length;
    },
    get values() {
      return room;
    },
    push(...added) {
      for (const value of added) {
        if (length === room.length) grow();
        room[length++] = value;
      }
    },
    append(added) {
      while (length + added.length > room.length) grow();
      room.set(added, length);
      length += added.length;
    },
    // `slice` returns an array of the same type.
    copy: () => room.slice(0, length) as T,
  };
}
