import { TextInput } from '@mantine/core';
import type { InputProps } from '../../ui/fields/kind.ts';

/** A day, picked or typed in the format of the browser's language. */
export function DateFieldInput({ value, onChange, frame }: InputProps) {
  return (
    <TextInput
      {...frame}
      type="date"
      // Without a maximum, browsers accept six digits for a year.
      max="9999-12-31"
      maw={260}
      value={typeof value === 'string' ? value : ''}
      onChange={({ currentTarget }) => onChange(currentTarget.value || undefined)}
    />
  );
}
