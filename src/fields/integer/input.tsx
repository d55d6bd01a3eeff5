import { NumberInput } from '@mantine/core';
import type { InputProps } from '../../ui/fields/kind.ts';
import { useNumberInput } from '../number/input.tsx';

/** A whole number. */
export function IntegerInput({ field, value, onChange, frame }: InputProps) {
  const input = useNumberInput({ value, onChange });
  return (
    <NumberInput
      {...frame}
      {...input}
      allowDecimal={false}
      min={field.min}
      max={field.max}
      clampBehavior="none"
      maw={260}
    />
  );
}
