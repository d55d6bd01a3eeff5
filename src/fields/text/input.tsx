import { TextInput } from '@mantine/core';
import { Counter } from '../../ui/fields/Counter.tsx';
import type { InputProps } from '../../ui/fields/kind.ts';

/** A line of text. */
export function TextFieldInput({ field, value, onChange, frame }: InputProps) {
  const text = typeof value === 'string' ? value : '';
  return (
    <TextInput
      {...frame}
      dir="auto"
      value={text}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
      rightSection={<Counter text={text} max={field.max} />}
      rightSectionPointerEvents="none"
      rightSectionWidth={field.max === undefined ? 0 : undefined}
    />
  );
}
