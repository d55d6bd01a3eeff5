import { TextInput } from '@mantine/core';
import { hyphenate } from '../../../parts/hyphenate.ts';
import type { InputProps } from '../../kind.ts';

/** A name as it stands in addresses; blanks become hyphens while one types. */
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
