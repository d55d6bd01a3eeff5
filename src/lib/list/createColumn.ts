type Values = Int32Array | Float64Array | Uint8Array;

/** A growing list of numbers that takes no more memory than they do. */
export interface Column<T extends Values> {
  readonly length: number;
  /** The numbers, then room for more; not to be kept over a `push`. */
  readonly values: T;
  push(...values: readonly number[]): void;
  /** As `push`, of many numbers at once. */
  append(values: ArrayLike<number>): void;
  /** The numbers alone, as they are now. */
  copy(): T;
}

/** @param values taken over; what is pushed comes after them */
export function createColumn<T extends Values>(values: T): Column<T> {
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
    // What `slice` gives is of the list's own kind.
    copy: () => room.slice(0, length) as T,
  };
}
