import { NumberInput } from '@mantine/core';
import type { InputProps } from '../../kind.ts';
import { useNumberInput } from './useNumberInput.ts';

/** Any number. */
export function NumberFieldInput({ field, value, onChange, frame }: InputProps) {
  const input = useNumberInput({ value, onChange });
  return (
    <NumberInput
      {...frame}
      {...input}
      min={field.min}
      max={field.max}
      // Nothing that is typed is changed; the server reports what is out of bounds.
      clampBehavior="none"
      maw={260}
    />
  );
}
