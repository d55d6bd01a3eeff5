/** An id, or the key that stands for it in files. */
export type Pointer = number | string;

const KINDS = ['media', 'gallery', 'page', 'reference', 'term'] as const;

/** The kinds of fields that hold pointers. */
export type PointerKind = (typeof KINDS)[number];

/** The kind of pointers that fields of a type hold; undefined if they hold something else. */
export const pointerKindOf = (type: string | undefined): PointerKind | undefined => KINDS.find((kind) => kind === type);

const toPointerList = (value: unknown): readonly unknown[] => [value ?? []].flat();

const isPointer = (value: unknown): value is Pointer => typeof value === 'number' || typeof value === 'string';

/** Whether a value is a pointer, a list of them, or nothing. */
export const isPointers = (value: unknown): boolean => toPointerList(value).every(isPointer);

/** The pointers in a value, each once. */
export const pointersIn = (value: unknown): readonly Pointer[] => [...new Set(toPointerList(value))].filter(isPointer);
