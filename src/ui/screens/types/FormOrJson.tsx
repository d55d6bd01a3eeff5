import { Alert, Input, SegmentedControl, Stack } from '@mantine/core';
import { type ReactNode, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CodeField } from '../../codeField/CodeField.tsx';

interface FormOrJsonProps {
  readonly label: string;
  readonly help: string;
  /** What the JSON is called. */
  readonly jsonLabel: string;
  /** The value as JSON. */
  readonly value: string;
  /** Edits the same value; null if only JSON can. */
  readonly form: ReactNode | null;
  readonly problem: string | undefined;
  /** What the server reports about parts of the value. */
  readonly problemsInside: readonly string[];
  readonly mayEdit: boolean;
  onChange(value: string): void;
}

/** A part of a type that is edited by a form or as JSON. */
export function FormOrJson({ label, help, jsonLabel, form, problem, problemsInside, ...json }: FormOrJsonProps) {
  const { t } = useTranslation();
  const id = useId();
  const [wanted, setWanted] = useState<'form' | 'json'>('form');
  const view = form ? wanted : 'json';
  return (
    <Stack gap="xs" role="group" aria-labelledby={id}>
      <div>
        <Input.Label id={id} component="div">
          {label}
        </Input.Label>
        <Input.Description>{help}</Input.Description>
      </div>
      <SegmentedControl
        aria-label={label}
        value={view}
        onChange={(next) => setWanted(next === 'json' ? 'json' : 'form')}
        data={[
          { value: 'form', label: t('types.asForm'), disabled: !form },
          { value: 'json', label: t('types.asJson') },
        ]}
      />
      {view === 'form' && form}
      {view === 'json' && (
        <CodeField
          label={jsonLabel}
          language="json"
          value={json.value}
          onChange={json.onChange}
          problem={problem}
          disabled={!json.mayEdit}
        />
      )}
      {[...(problem && view === 'form' ? [problem] : []), ...problemsInside].map((one) => (
        <Alert key={one} color="red" role="alert">
          {one}
        </Alert>
      ))}
    </Stack>
  );
}
