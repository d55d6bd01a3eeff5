import { Box, Input, Skeleton } from '@mantine/core';
import { useId } from '@mantine/hooks';
import type { ComponentType, ReactNode } from 'react';
import { loadOnDemand } from '../parts/onDemand/loadOnDemand.tsx';
import type { CodeEditorProps } from './CodeEditor.tsx';

const CodeEditor = loadOnDemand(async () => (await import('./CodeEditor.tsx')).CodeEditor, {
  waiting: <Skeleton height="8rem" />,
});

export interface CodeFieldProps extends Omit<CodeEditorProps, 'attributes' | 'hasProblem'> {
  readonly label: ReactNode;
  readonly description?: ReactNode;
  readonly problem?: ReactNode;
  readonly required?: boolean;
  /** Another editor in place of the plain one. */
  readonly Editor?: ComponentType<CodeEditorProps>;
}

/** An input for code with syntax colours: JSON, Markdown and others. */
export function CodeField(props: CodeFieldProps) {
  const { label, description, problem, required = false, Editor = CodeEditor, ...editor } = props;
  const id = useId();
  const described = [description && `${id}-description`, problem && `${id}-error`].filter(Boolean).join(' ');
  return (
    <Input.Wrapper
      id={id}
      label={label}
      labelElement="div"
      labelProps={{ id: `${id}-label` }}
      description={description}
      descriptionProps={{ id: `${id}-description` }}
      error={problem}
      errorProps={{ id: `${id}-error` }}
      inputContainer={renderInputContainer}
      required={required}
    >
      <Editor
        {...editor}
        hasProblem={Boolean(problem)}
        attributes={{
          'aria-labelledby': `${id}-label`,
          ...(described && { 'aria-describedby': described }),
          ...(problem ? { 'aria-invalid': 'true' } : {}),
          ...(required && { 'aria-required': 'true' }),
        }}
      />
    </Input.Wrapper>
  );
}

/** The margin that Mantine's own inputs have. */
const renderInputContainer = (children: ReactNode) => <Box my={5}>{children}</Box>;
