import { lazy } from 'react';
import { CodeField } from '../../../codeField/CodeField.tsx';
import { useFormScope } from '../../../form/FormContext.tsx';
import type { InputProps } from '../../kind.ts';

const SourcedMarkdown = lazy(async () => ({ default: (await import('../../SourcedMarkdown.tsx')).SourcedMarkdown }));

/** Markdown, kept exactly as it is typed. */
export function MarkdownInput({ value, onChange, frame }: InputProps) {
  const { form } = useFormScope();
  return (
    <CodeField
      Editor={SourcedMarkdown}
      label={frame.label}
      description={frame.description}
      problem={frame.error}
      required={frame.withAsterisk}
      disabled={frame.readOnly}
      value={typeof value === 'string' ? value : ''}
      onChange={onChange}
      history={form}
    />
  );
}
