import { TextInput } from '@mantine/core';
import { Counter } from '../../ui/fields/Counter.tsx';
import type { InputProps } from '../../ui/fields/kind.ts';
import { useFormScope } from '../../ui/form/FormContext.tsx';
import { inputDirection } from '../../ui/parts/localeName.ts';

/** A line of text. */
export function TextFieldInput({ field, value, onChange, frame }: InputProps) {
  const { locale } = useFormScope();
  const text = typeof value === 'string' ? value : '';
  return (
    <TextInput
      {...frame}
      dir={inputDirection(locale)}
      value={text}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
      rightSection={<Counter text={text} max={field.max} />}
      rightSectionPointerEvents="none"
      rightSectionWidth={field.max === undefined ? 0 : undefined}
    />
  );
}
