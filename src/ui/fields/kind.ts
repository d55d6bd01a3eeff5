import type { ComponentType, ReactNode } from 'react';
import type { SetOptions } from '../form/document.ts';
import type { FormPath } from '../form/values.ts';
import type { Field } from '../wire/interface.ts';

/** The part of an input's props that is the same for every kind: its label and help, and the problem with its value. */
export interface InputFrame {
  readonly id: string;
  readonly label: string;
  readonly description: string | undefined;
  readonly error: string | undefined;
  readonly withAsterisk: boolean;
  readonly readOnly: boolean;
}

/** The props of a field kind's input. */
export interface InputProps {
  readonly field: Field;
  readonly path: FormPath;
  /** Undefined if there is none. */
  readonly value: unknown;
  onChange(value: unknown, options?: SetOptions): void;
  readonly frame: InputFrame;
  /** Renders the inputs of the fields inside this one, whose values are at `path`. */
  readonly renderFields: (fields: readonly Field[], path: FormPath) => ReactNode;
}

export type FieldInput = ComponentType<InputProps>;
