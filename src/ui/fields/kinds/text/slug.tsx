import { TextInput } from '@mantine/core';
import { hyphenate } from '../../../parts/hyphenate.ts';
import type { InputProps } from '../../kind.ts';

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
