import { Alert, SegmentedControl, Stack } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CodeField } from '../../codeField/CodeField.tsx';
import { FieldList } from './FieldList.tsx';
import { fieldsOf, schemaOf } from './fieldDraft.ts';
import { LayoutView } from './LayoutView.tsx';
import { parse, write } from './typeValues.ts';

interface SchemaInputProps {
  /** The schema as JSON. */
  readonly value: string;
  readonly problem: string | undefined;
  /** What the server reports about values inside the schema. */
  readonly problemsInside: readonly string[];
  readonly mayEdit: boolean;
  onChange(value: string): void;
}

const VIEWS = ['form', 'layout', 'json'] as const;
type View = (typeof VIEWS)[number];

/** The fields of a type, edited as a form, as a layout, or as JSON. */
export function SchemaInput({ value, problem, problemsInside, mayEdit, onChange }: SchemaInputProps) {
  const { t } = useTranslation();
  const [wanted, setWanted] = useState<View>('form');
  const schema = parse(value);
  const fields = fieldsOf(schema);
  const isNamed = fields !== null && new Set(fields.map(({ name }) => name)).size === fields.length;
  const view = fields ? wanted : 'json';
  // While a name is being typed, two fields may share it, and an object schema becomes a list. This remembers its form.
  const [original, setOriginal] = useState(schema);
  const change = (next: Parameters<typeof schemaOf>[0]): void => onChange(write(schemaOf(next, original)));
  const writeJson = (text: string): void => {
    onChange(text);
    setOriginal(parse(text));
  };
  return (
    <Stack gap="xs">
      <SegmentedControl
        aria-label={t('types.fields')}
        value={view}
        onChange={(next) => setWanted(next as View)}
        data={[
          { value: 'form', label: t('types.asForm'), disabled: !fields },
          // The boxes of the layout are identified by their names.
          { value: 'layout', label: t('types.asLayout'), disabled: !isNamed || fields.length === 0 },
          { value: 'json', label: t('types.asJson') },
        ]}
      />
      {fields && view === 'form' && <FieldList fields={fields} mayEdit={mayEdit} onChange={change} />}
      {fields && view === 'layout' && <LayoutView fields={fields} mayEdit={mayEdit} onChange={change} />}
      {view === 'json' && (
        <CodeField
          label={t('types.fields')}
          language="json"
          value={value}
          onChange={writeJson}
          problem={problem}
          disabled={!mayEdit}
        />
      )}
      {problemsInside.map((one) => (
        <Alert key={one} color="red" role="alert">
          {one}
        </Alert>
      ))}
    </Stack>
  );
}
