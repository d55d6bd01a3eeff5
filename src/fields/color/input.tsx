import { ColorInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { InputProps } from '../../ui/fields/kind.ts';

/** A colour, typed or picked from a palette. */
export function ColorFieldInput({ value, onChange, frame }: InputProps) {
  const { t } = useTranslation();
  const text = typeof value === 'string' ? value : '';
  return (
    <ColorInput
      {...frame}
      maw={260}
      // Opacity is kept where there is one, but not offered otherwise.
      format={text.length > 7 ? 'hexa' : 'hex'}
      fixOnBlur={false}
      eyeDropperButtonProps={{ 'aria-label': t('fields.eyeDropper') }}
      value={text}
      onChange={(next) => onChange(next === '' ? undefined : next)}
    />
  );
}
