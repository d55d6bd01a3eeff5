import { ColorInput } from '@mantine/core';
import type { InputProps } from '../kind.ts';

/** A colour, by its number or from the palette. */
export function ColorFieldInput({ value, onChange, frame }: InputProps) {
  const text = typeof value === 'string' ? value : '';
  return (
    <ColorInput
      {...frame}
      maw={260}
      // With opacity only where it has one already.
      format={text.length > 7 ? 'hexa' : 'hex'}
      fixOnBlur={false}
      value={text}
      onChange={(next) => onChange(next === '' ? undefined : next)}
    />
  );
}
