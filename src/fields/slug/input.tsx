import { TextInput } from '@mantine/core';
import type { InputProps } from '../../ui/fields/kind.ts';
import { hyphenate } from '../../ui/parts/hyphenate.ts';

/** A name for use in addresses; spaces become hyphens while typing. */
export function SlugInput({ value, onChange, frame }: InputProps) {
  return (
    <TextInput
      {...frame}
      dir="ltr"
      spellCheck={false}
      autoCapitalize="off"
      value={typeof value === 'string' ? value : ''}
      onChange={({ currentTarget }) => onChange(hyphenate(currentTarget) || undefined)}
    />
  );
}
