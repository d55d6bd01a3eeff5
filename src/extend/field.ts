import type { Field, FieldType } from '../model/fields/field.ts';
import type { FrameSource } from './frame.ts';
import type { ExtensionProblem } from './problem.ts';

/** An input that exists already, with other settings. */
export interface ReusedInput {
  readonly use: FieldType;
  readonly settings?: Readonly<Record<string, unknown>>;
}

/**
 * A kind of field. Its values are held as those of the base kind, which also merges them by default: without the extension
 * nothing is lost.
 */
export interface FieldDefinition<V = unknown> {
  readonly base: FieldType;
  /** For the bases `object` and `repeater`: the fields within. */
  readonly fields?: readonly Field[];
  /** Settings of the base kind that are the same for all fields of this kind. */
  readonly settings?: Readonly<Record<string, unknown>>;
  /** What the base kind accepts and this kind does not. Pure; paths are relative to the value. */
  check?(value: V, field: Field): readonly ExtensionProblem[];
  /** The value for public readers. Pure; it has to be JSON. */
  toPublic?(value: V, field: Field): unknown;
  /** Its TypeScript type for public readers, such as `{ lat: number; lng: number }`; that of the base kind by default. */
  readonly type?: string;
  /** The input in forms; that of the base kind by default. */
  readonly input?: FrameSource | ReusedInput;
  /** The value as one line for lists, reviews and clashes. Pure. */
  summary?(value: V): string;
  /** Merges two versions of a value made from the same one; undefined for a clash. Pure, and symmetric. */
  merge?(base: V | undefined, ours: V, theirs: V): V | undefined;
}

/** Declares a kind of field. */
export const field = <V>(definition: FieldDefinition<V>): FieldDefinition<V> => Object.freeze(definition);
