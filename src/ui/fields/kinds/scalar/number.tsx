import { NumberInput } from '@mantine/core';
import type { InputProps } from '../../kind.ts';

/** Any number. */
export function NumberFieldInput({ field, value, onChange, frame }: InputProps) {
  return (
    <NumberInput
      {...frame}
      min={field.min}
      max={field.max}
      // Nothing that is typed is changed; the server reports what is out of bounds.
      clampBehavior="none"
      maw={260}
      value={typeof value === 'number' ? value : ''}
      onChange={(next) => onChange(typeof next === 'number' ? next : readNumber(next))}
    />
  );
}

const readNumber = (text: string): number | undefined => {
  const number = Number(text);
  return text.trim() === '' || !Number.isFinite(number) ? undefined : number;
};
