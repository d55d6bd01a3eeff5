import { Skeleton } from '@mantine/core';
import { CodeField } from '../../../codeField/CodeField.tsx';
import { useFormScope } from '../../../form/FormContext.tsx';
import { loadOnDemand } from '../../../parts/onDemand/loadOnDemand.tsx';
import type { InputProps } from '../../kind.ts';

const SourcedMarkdown = loadOnDemand(async () => (await import('../../SourcedMarkdown.tsx')).SourcedMarkdown, {
  waiting: <Skeleton height="8rem" />,
});

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
