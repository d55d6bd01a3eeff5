import { CodeField } from '../../ui/codeField/CodeField.tsx';
import type { InputProps } from '../../ui/fields/kind.ts';
import { useFormScope } from '../../ui/form/FormContext.tsx';

/** Code, kept exactly as it is typed. */
export function CodeInput({ field, value, onChange, frame }: InputProps) {
  const { form } = useFormScope();
  const language = field.settings?.['language'];
  return (
    <CodeField
      label={frame.label}
      description={frame.description}
      problem={frame.error}
      required={frame.withAsterisk}
      disabled={frame.readOnly}
      {...(typeof language === 'string' && { language })}
      value={typeof value === 'string' ? value : ''}
      onChange={onChange}
      history={form}
    />
  );
}
