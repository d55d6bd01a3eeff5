import { useEffect, useId, useRef, useState } from 'react';
import { FieldRow } from '../../../../fields/Fields.tsx';
import { createFormDocument } from '../../../../form/document.ts';
import { FormProvider } from '../../../../form/FormContext.tsx';
import { isSameValue } from '../../../../form/values.ts';
import type { Field } from '../../../../wire/interface.ts';
import { OwnForm } from './OwnForm.tsx';

interface ValueInputProps {
  /** The field whose value it is. */
  readonly field: Field;
  readonly value: unknown;
  readonly mayEdit: boolean;
  /** Gets undefined for an input that has been emptied. */
  onChange(value: unknown): void;
}

/** One value of a field, in the input of the field's own kind. It starts from `value`, and reports changes. */
export function ValueInput({ field, value, mayEdit, onChange }: ValueInputProps) {
  const scope = useId();
  const [form] = useState(() => createFormDocument({ [scope]: { [field.name]: value } }));
  const latest = useRef({ value, onChange });
  latest.current = { value, onChange };
  useEffect(
    () =>
      form.subscribe(() => {
        const next = emptyToUndefined(form.at([scope, field.name]));
        if (!isSameValue(next, latest.current.value)) latest.current.onChange(next);
      }),
    [form, scope, field.name],
  );
  return (
    <OwnForm>
      <FormProvider form={form} isReadOnly={!mayEdit} locale={undefined}>
        <FieldRow field={field} path={[scope]} />
      </FormProvider>
    </OwnForm>
  );
}

const emptyToUndefined = (value: unknown): unknown =>
  value === '' || value === null || (Array.isArray(value) && value.length === 0) ? undefined : value;
