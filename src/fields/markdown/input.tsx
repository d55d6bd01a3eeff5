import { Skeleton } from '@mantine/core';
import { CodeField } from '../../ui/codeField/CodeField.tsx';
import type { InputProps } from '../../ui/fields/kind.ts';
import { useFormScope } from '../../ui/form/FormContext.tsx';
import { addSection } from '../../ui/i18n/i18n.ts';
import { loadOnDemand } from '../../ui/parts/onDemand/loadOnDemand.tsx';

const SourcedMarkdown = loadOnDemand(
  async () =>
    (await Promise.all([import('../../ui/fields/SourcedMarkdown.tsx'), addSection('richText')]))[0].SourcedMarkdown,
  {
    waiting: <Skeleton height="8rem" />,
  },
);

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
