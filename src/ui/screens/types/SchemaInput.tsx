import { Alert, SegmentedControl, Stack } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CodeField } from '../../codeField/CodeField.tsx';
import { FieldList } from './FieldList.tsx';
import { fieldsOf, schemaOf } from './fieldDraft.ts';
import { LayoutView } from './LayoutView.tsx';
import { parse, write } from './typeValues.ts';

interface SchemaInputProps {
  /** JSON. */
  readonly value: string;
  readonly problem: string | undefined;
  /** What the server says of values inside. */
  readonly problemsInside: readonly string[];
  readonly mayEdit: boolean;
  onChange(value: string): void;
}

const VIEWS = ['form', 'layout', 'json'] as const;
type View = (typeof VIEWS)[number];

/** The fields of a type: as a form, as they are laid out, or as JSON. */
export function SchemaInput({ value, problem, problemsInside, mayEdit, onChange }: SchemaInputProps) {
  const { t } = useTranslation();
  const [wanted, setWanted] = useState<View>('form');
  const schema = parse(value);
  const fields = fieldsOf(schema);
  const isNamed = fields !== null && new Set(fields.map(({ name }) => name)).size === fields.length;
  const view = fields ? wanted : 'json';
  // Two fields may have one name for as long as it is being typed: a list then, and by their names again afterwards.
  const [written, setWritten] = useState(schema);
  const change = (next: Parameters<typeof schemaOf>[0]): void => onChange(write(schemaOf(next, written)));
  const writeJson = (text: string): void => {
    onChange(text);
    setWritten(parse(text));
  };
  return (
    <Stack gap="xs">
      <SegmentedControl
        aria-label={t('types.fields')}
        value={view}
        onChange={(next) => setWanted(next as View)}
        data={[
          { value: 'form', label: t('types.asForm'), disabled: !fields },
          // Its boxes are told apart by their names.
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
