import { TextInput } from '@mantine/core';
import type { InputProps } from '../../ui/fields/kind.ts';

/** An e-mail address. */
export function EmailInput({ value, onChange, frame }: InputProps) {
  return (
    <TextInput
      {...frame}
      type="email"
      inputMode="email"
      dir="ltr"
      value={typeof value === 'string' ? value : ''}
      onChange={({ currentTarget }) => onChange(currentTarget.value === '' ? undefined : currentTarget.value.trim())}
    />
  );
}
