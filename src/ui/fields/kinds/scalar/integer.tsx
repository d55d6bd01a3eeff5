import { NumberInput } from '@mantine/core';
import type { InputProps } from '../../kind.ts';

/** A whole number. */
export function IntegerInput({ field, value, onChange, frame }: InputProps) {
  return (
    <NumberInput
      {...frame}
      allowDecimal={false}
      min={field.min}
      max={field.max}
      clampBehavior="none"
      maw={260}
      value={typeof value === 'number' ? value : ''}
      onChange={(next) => onChange(typeof next === 'number' ? next : undefined)}
    />
  );
}
