import { Stack } from '@mantine/core';
import { memo, useId, useState } from 'react';
import { useFormScope, useProblem, useValue } from '../form/FormContext.tsx';
import type { ValuePath } from '../form/values.ts';
import type { Field } from '../wire/interface.ts';
import { isApplicable } from './condition.ts';
import { fieldLabel } from './fieldLabel.ts';
import { InputBoundary } from './InputBoundary.tsx';
import type { InputProps } from './kind.ts';
import { inputOf } from './kinds.ts';

interface FieldsProps {
  readonly fields: readonly Field[];
  /** Where their values stand. */
  readonly path: ValuePath;
}

/** The inputs of some fields, those that apply. */
export function Fields({ fields, path }: FieldsProps) {
  return (
    <Stack gap="lg">
      {fields.map((field) =>
        field.condition ? (
          <ConditionalField key={field.name} field={field} siblings={fields} path={path} />
        ) : (
          <FieldRow key={field.name} field={field} path={path} />
        ),
      )}
    </Stack>
  );
}

const renderFields: InputProps['renderFields'] = (fields, path) => <Fields fields={fields} path={path} />;

interface ConditionalFieldProps {
  readonly field: Field;
  readonly siblings: readonly Field[];
  readonly path: ValuePath;
}

function ConditionalField({ field, siblings, path }: ConditionalFieldProps) {
  const [values] = useValue(path);
  return isApplicable(field, siblings, values) ? <FieldRow field={field} path={path} /> : null;
}

interface FieldRowProps {
  readonly field: Field;
  /** Of the values that it stands among. */
  readonly path: ValuePath;
}

/** One field: it is drawn anew only when its own value changes. */
export const FieldRow = memo(
  function FieldRow({ field, path }: FieldRowProps) {
    const here = [...path, field.name];
    const { isReadOnly } = useFormScope();
    const [stored, set] = useValue(here);
    const problem = useProblem(here);
    const id = useId();
    // What is being emptied stays empty until it is left: a default that came back would be in the way of the next key.
    const [isEmptied, setEmptied] = useState(false);
    const Input = inputOf(field.type);
    const frame = {
      id,
      label: fieldLabel(field),
      description: field.help,
      error: problem,
      withAsterisk: field.required === true,
      readOnly: isReadOnly,
    };
    // What is not there is shown as readers get it.
    const value = stored ?? (isEmptied ? undefined : (field.default ?? undefined));
    const change = (next: unknown): void => {
      setEmptied(next === undefined);
      set(next);
    };
    return (
      // biome-ignore lint/a11y/noStaticElementInteractions: nothing can be done with it, it hears when its input is left
      <div data-path={here.join('/')} onBlur={() => setEmptied(false)}>
        <InputBoundary label={frame.label}>
          <Input field={field} path={here} value={value} onChange={change} frame={frame} renderFields={renderFields} />
        </InputBoundary>
      </div>
    );
  },
  (one, other) => one.field === other.field && one.path.join('/') === other.path.join('/'),
);
