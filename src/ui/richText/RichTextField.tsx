import { Alert, Box, Button, Input, Skeleton } from '@mantine/core';
import { useId } from '@mantine/hooks';
import { lazy, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { OnDemand } from '../parts/onDemand/OnDemand.tsx';
import { isDocument } from './document/json.ts';
import type { RichTextInputProps } from './inputProps.ts';

const RichTextEditor = lazy(async () => ({ default: (await import('./RichTextEditor.tsx')).RichTextEditor }));

/** The editor without a label; its code is loaded when it is first shown. */
export function RichTextInput(props: RichTextInputProps) {
  const { t } = useTranslation();
  const { value, onChange, disabled } = props;
  if (value !== null && value !== undefined && !isDocument(value))
    return (
      <Alert color="orange" title={t('richText.notRichText')}>
        {!disabled && (
          <Button size="xs" variant="default" onClick={() => onChange(null)}>
            {t('richText.startOver')}
          </Button>
        )}
      </Alert>
    );
  return (
    <OnDemand waiting={<Skeleton height="12rem" role="status" aria-label={t('richText.loading')} />}>
      <RichTextEditor {...props} />
    </OnDemand>
  );
}

export interface RichTextFieldProps extends Omit<RichTextInputProps, 'labelledBy' | 'describedBy' | 'hasProblem'> {
  readonly label: ReactNode;
  readonly description?: ReactNode;
  readonly problem?: ReactNode;
}

/** A field for rich text. */
export function RichTextField({ label, description, problem, ...input }: RichTextFieldProps) {
  const id = useId();
  const described = [description && `${id}-description`, problem && `${id}-error`].filter(Boolean).join(' ');
  return (
    <Input.Wrapper
      label={label}
      labelElement="div"
      labelProps={{ id: `${id}-label` }}
      description={description}
      descriptionProps={{ id: `${id}-description` }}
      error={problem}
      errorProps={{ id: `${id}-error` }}
      inputContainer={framed}
      required={input.required}
    >
      <RichTextInput
        {...input}
        hasProblem={Boolean(problem)}
        labelledBy={`${id}-label`}
        describedBy={described || undefined}
      />
    </Input.Wrapper>
  );
}

/** The margin that Mantine's own inputs have. */
const framed = (children: ReactNode) => <Box my={5}>{children}</Box>;
