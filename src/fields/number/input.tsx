import { NumberInput } from '@mantine/core';
import { useState } from 'react';
import type { InputProps } from '../../ui/fields/kind.ts';

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

/** Props that connect a `NumberInput` to a value. Text that is no number yet (`-`, `.`) stays until the input is left. */
export function useNumberInput({ value, onChange }: Pick<InputProps, 'value' | 'onChange'>) {
  const [unfinished, setUnfinished] = useState<string>();
  return {
    value: typeof value === 'number' ? value : (unfinished ?? ''),
    onChange(next: number | string): void {
      const number = typeof next === 'number' ? next : readNumber(next);
      setUnfinished(number === undefined && next !== '' ? String(next) : undefined);
      onChange(number);
    },
    onBlur: () => setUnfinished(undefined),
  };
}

function readNumber(text: string): number | undefined {
  const number = Number(text);
  return text.trim() === '' || !Number.isFinite(number) ? undefined : number;
}
