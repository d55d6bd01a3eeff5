import type { ComponentType, ReactNode } from 'react';
import type { ValuePath } from '../form/values.ts';
import type { Field } from '../wire/interface.ts';

/** What the frame of every input is given: its words, and what is wrong with its value. */
export interface InputFrame {
  readonly id: string;
  readonly label: string;
  readonly description: string | undefined;
  readonly error: string | undefined;
  readonly withAsterisk: boolean;
  readonly readOnly: boolean;
}

/** What the input of a field kind is given. Undefined is no value. */
export interface InputProps {
  readonly field: Field;
  readonly path: ValuePath;
  readonly value: unknown;
  onChange(value: unknown): void;
  readonly frame: InputFrame;
  /** The inputs of fields inside this one; where their values stand. */
  readonly renderFields: (fields: readonly Field[], path: ValuePath) => ReactNode;
}

export type FieldInput = ComponentType<InputProps>;
