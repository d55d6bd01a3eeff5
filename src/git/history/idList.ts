import { createColumn, type NumberColumn } from '../../lib/list/createColumn.ts';
import { compareText } from '../../lib/text/compareText.ts';

const ID_BYTES = 20;
const NOTHING = -1;

/** Object ids of 20 bytes each, by number. */
export interface IdList {
  readonly bytes: NumberColumn<Uint8Array>;
  readonly length: number;
  /** Null: no object. */
  push(id: string | null): void;
  at(number: number): string | null;
  isNone(number: number): boolean;
  /** Whether the id at `number` is this one. */
  is(number: number, id: Uint8Array): boolean;
  /** As `is`, for an id in hex digits. */
  isText(number: number, id: string): boolean;
  /** Orders two numbers by their ids. */
  compare(a: number, b: number): number;
}

export const idBytes = (id: string): Uint8Array => Buffer.from(id, 'hex');
const NO_OBJECT = new Uint8Array(ID_BYTES);

/** @param bytes taken over */
export function createIdList(bytes: Uint8Array = new Uint8Array()): IdList {
  const column = createColumn(bytes);
  let seen: Buffer = Buffer.alloc(0);

  /** All the bytes: a view of each single id would cost more than its use. */
  function all(): Buffer {
    const { buffer, byteOffset } = column.values;
    if (seen.buffer !== buffer) seen = Buffer.from(buffer, byteOffset);
    return seen;
  }

  const textAt = (number: number): string => all().toString('hex', number * ID_BYTES, (number + 1) * ID_BYTES);
  function is(number: number, id: Uint8Array): boolean {
    const { values } = column;
    for (let at = 0; at < ID_BYTES; at++) if (values[number * ID_BYTES + at] !== id[at]) return false;
    return true;
  }

  const isNone = (number: number): boolean => is(number, NO_OBJECT);

  return {
    bytes: column,
    get length() {
      return column.length / ID_BYTES;
    },
    push(id) {
      column.append(id === null ? NO_OBJECT : idBytes(id));
    },
    at: (number) => (isNone(number) ? null : textAt(number)),
    isText: (number, id) => textAt(number) === id,
    is,
    isNone,
    compare: (a, b) => compareText(textAt(a), textAt(b)),
  };
}

/** Finds ids in a list that only grows. */
export interface IdIndex {
  /** The number of an id, or -1. */
  find(id: string): number;
  /** Adds the ids that the list has got since. */
  follow(): void;
}

/** A hash table of numbers with open addressing; the first bytes of an id serve as its hash, for ids are spread evenly. */
export function createIdIndex(ids: IdList): IdIndex {
  let slots = new Int32Array(64).fill(NOTHING);
  let taken = 0;

  const firstSlot = (id: Uint8Array, offset: number): number =>
    ((id[offset]! << 24) | (id[offset + 1]! << 16) | (id[offset + 2]! << 8) | id[offset + 3]!) & (slots.length - 1);

  function place(number: number): void {
    let slot = firstSlot(ids.bytes.values, number * ID_BYTES);
    while (slots[slot] !== NOTHING) slot = (slot + 1) & (slots.length - 1);
    slots[slot] = number;
  }

  function follow(): void {
    if (ids.length * 2 > slots.length) {
      let size = slots.length;
      while (ids.length * 2 > size) size *= 2;
      slots = new Int32Array(size).fill(NOTHING);
      taken = 0;
    }
    for (; taken < ids.length; taken++) place(taken);
  }

  follow();
  return {
    follow,
    find(id) {
      const wanted = idBytes(id);
      if (wanted.length !== ID_BYTES) return NOTHING;
      for (let slot = firstSlot(wanted, 0); ; slot = (slot + 1) & (slots.length - 1)) {
        const number = slots[slot]!;
        if (number === NOTHING || ids.is(number, wanted)) return number;
      }
    },
  };
}
