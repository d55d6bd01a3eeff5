import { Group, Textarea } from '@mantine/core';
import { Counter } from '../../ui/fields/Counter.tsx';
import type { InputProps } from '../../ui/fields/kind.ts';
import { useFormScope } from '../../ui/form/FormContext.tsx';
import { inputDirection } from '../../ui/parts/localeName.ts';

/** Several lines of text. The input grows with it. */
export function TextareaInput({ field, value, onChange, frame }: InputProps) {
  const { locale } = useFormScope();
  const text = typeof value === 'string' ? value : '';
  return (
    <div>
      <Textarea
        {...frame}
        dir={inputDirection(locale)}
        autosize
        minRows={2}
        maxRows={18}
        value={text}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
      />
      <Group justify="end">
        <Counter text={text} max={field.max} />
      </Group>
    </div>
  );
}
