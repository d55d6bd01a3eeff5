import { Switch } from '@mantine/core';
import type { InputProps } from '../../ui/fields/kind.ts';

/** Yes or no. */
export function BooleanInput({ value, onChange, frame: { withAsterisk: _, readOnly, ...frame } }: InputProps) {
  return (
    <Switch
      {...frame}
      disabled={readOnly}
      checked={value === true}
      onChange={({ currentTarget }) => onChange(currentTarget.checked)}
    />
  );
}
