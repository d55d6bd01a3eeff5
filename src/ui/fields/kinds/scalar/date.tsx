import { TextInput } from '@mantine/core';
import type { InputProps } from '../../kind.ts';

/** A day, picked or typed as the browser's language writes it. */
export function DateFieldInput({ value, onChange, frame }: InputProps) {
  return (
    <TextInput
      {...frame}
      type="date"
      maw={260}
      value={typeof value === 'string' ? value : ''}
      onChange={({ currentTarget }) => onChange(currentTarget.value || undefined)}
    />
  );
}
