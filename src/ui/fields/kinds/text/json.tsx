import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CodeField } from '../../../codeField/CodeField.tsx';
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
export function JsonInput({ value, onChange, frame }: InputProps) {
  const { t } = useTranslation();
  const [text, setText] = useState(() => write(value));
  const { message } = read(text);
  // Changed by something else than what is typed here.
  useEffect(() => setText((now) => (isSame(read(now).value, value) ? now : write(value))), [value]);
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
      problem={message === undefined ? frame.error : t('fields.badJson', { message })}
      required={frame.withAsterisk}
      disabled={frame.readOnly}
      value={text}
      onChange={change}
    />
  );
}
