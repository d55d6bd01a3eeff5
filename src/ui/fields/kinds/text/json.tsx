import { useEffect, useState, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { CodeField } from '../../../codeField/CodeField.tsx';
import { useFormScope } from '../../../form/FormContext.tsx';
import { isSame } from '../../../form/values.ts';
import type { InputProps } from '../../kind.ts';

const write = (value: unknown): string => (value === undefined ? '' : JSON.stringify(value, null, 2));

/** What a text says as JSON, or why it is none. */
function read(text: string): { readonly value?: unknown; readonly message?: string } {
  if (text.trim() === '') return { value: undefined };
  try {
    return { value: JSON.parse(text) as unknown };
  } catch (error) {
    return { message: (error as Error).message };
  }
}

/** Any JSON; the form gets it when it is whole. */
export function JsonInput({ path, value, onChange, frame }: InputProps) {
  const { t } = useTranslation();
  const { form } = useFormScope();
  const [text, setText] = useState(() => write(value));
  const { message } = read(text);
  // Changed by something else than what is typed here.
  useEffect(() => setText((now) => (isSame(read(now).value, value) ? now : write(value))), [value]);
  const resets = useSyncExternalStore(form.subscribe, form.resets);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what has been typed is given up, whatever the value was
  useEffect(() => setText(write(value)), [resets]);
  const place = path.join('/');
  const problem = message === undefined ? undefined : t('fields.badJson', { message });
  // Nothing is saved as if it was whole, and who leaves is asked.
  useEffect(() => (problem === undefined ? undefined : form.hold(place.split('/'), problem)), [form, place, problem]);
  const change = (next: string): void => {
    setText(next);
    const said = read(next);
    if (said.message === undefined) onChange(said.value);
  };
  return (
    <CodeField
      language="json"
      label={frame.label}
      description={frame.description}
      problem={problem ?? frame.error}
      required={frame.withAsterisk}
      disabled={frame.readOnly}
      value={text}
      onChange={change}
    />
  );
}
