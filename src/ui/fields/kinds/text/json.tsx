import { useEffect, useState, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { CodeField } from '../../../codeField/CodeField.tsx';
import { useFormScope } from '../../../form/FormContext.tsx';
import { isSame } from '../../../form/values.ts';
import type { InputProps } from '../../kind.ts';

const write = (value: unknown): string => (value === undefined ? '' : JSON.stringify(value, null, 2));

/** Parses a text as JSON; the message says why that fails. */
function read(text: string): { readonly value?: unknown; readonly message?: string } {
  if (text.trim() === '') return { value: undefined };
  try {
    return { value: JSON.parse(text) as unknown };
  } catch (error) {
    return { message: (error as Error).message };
  }
}

/** Any JSON. The form receives the value whenever the text is valid. */
export function JsonInput({ path, value, onChange, frame }: InputProps) {
  const { t } = useTranslation();
  const { form } = useFormScope();
  const [text, setText] = useState(() => write(value));
  const { message } = read(text);
  // The value was changed by something other than typing here. Unfinished text stays: it is still unsaved.
  useEffect(() => {
    setText((now) => {
      const typed = read(now);
      return typed.message !== undefined || isSame(typed.value, value) ? now : write(value);
    });
  }, [value]);
  const resets = useSyncExternalStore(form.subscribe, form.resets);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a reset discards what has been typed, even if the value stays the same
  useEffect(() => setText(write(value)), [resets]);
  const place = path.join('/');
  const problem = message === undefined ? undefined : t('fields.badJson', { message });
  // Invalid text counts as unsaved: saving reports it, and leaving the page asks first.
  useEffect(() => (problem === undefined ? undefined : form.hold(place.split('/'), problem)), [form, place, problem]);
  const change = (next: string): void => {
    setText(next);
    const parsed = read(next);
    if (parsed.message === undefined) onChange(parsed.value);
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
