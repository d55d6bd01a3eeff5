import { useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { CodeField } from '../../ui/codeField/CodeField.tsx';
import type { InputProps } from '../../ui/fields/kind.ts';
import { useFormScope } from '../../ui/form/FormContext.tsx';
import { isSameValue } from '../../ui/form/values.ts';

const formatJsonInput = (value: unknown): string => (value === undefined ? '' : JSON.stringify(value, null, 2));

/** Parses a text as JSON; the message says why that fails. */
function parseJsonInput(text: string): { readonly value?: unknown; readonly message?: string } {
  if (text.trim() === '') return { value: undefined };
  try {
    return { value: JSON.parse(text) as unknown };
  } catch (error) {
    return { message: (error as Error).message };
  }
}

/** Any JSON. The form receives the value whenever the text is valid, and keeps the text until then. */
export function JsonInput({ path, value, onChange, frame }: InputProps) {
  const { t } = useTranslation();
  const { form } = useFormScope();
  const typed = useSyncExternalStore(form.subscribe, () => form.typedAt(path));
  // A value that something else has changed takes the place of the text, unless that is unfinished.
  const isTyped = typed && (typed.problem !== undefined || isSameValue(parseJsonInput(typed.text).value, value));
  const change = (text: string): void => {
    const { value: next, message } = parseJsonInput(text);
    const problem = message === undefined ? undefined : t('fields.badJson', { message });
    form.type(path, { text, problem }, () => problem === undefined && onChange(next));
  };
  return (
    <CodeField
      language="json"
      label={frame.label}
      description={frame.description}
      problem={typed?.problem ?? frame.error}
      required={frame.withAsterisk}
      disabled={frame.readOnly}
      value={isTyped ? typed.text : formatJsonInput(value)}
      onChange={change}
      history={form}
    />
  );
}
