import { TextInput } from '@mantine/core';
import type { InputProps } from '../../ui/fields/kind.ts';

/** An address on the web, or a path on this site. */
export function UrlInput({ value, onChange, frame }: InputProps) {
  return (
    <TextInput
      {...frame}
      type="text"
      inputMode="url"
      dir="ltr"
      value={typeof value === 'string' ? value : ''}
      onChange={({ currentTarget }) => onChange(currentTarget.value === '' ? undefined : currentTarget.value.trim())}
    />
  );
}
