import { Fieldset, Stack } from '@mantine/core';
import { lazy, memo, type ReactNode, Suspense, useId, useMemo, useState } from 'react';
import { useFormScope, useProblem, useValue } from '../form/FormContext.tsx';
import type { ValuePath } from '../form/values.ts';
import type { Field } from '../wire/interface.ts';
import { isApplicable } from './condition.ts';
import classes from './Fields.module.css';
import { fieldLabel } from './fieldLabel.ts';
import { InputBoundary } from './InputBoundary.tsx';
import type { InputProps } from './kind.ts';
import { inputOf } from './kinds.ts';
import { type FieldSection, layoutOf, sectionsOf } from './layout.ts';

/** Most forms have none. */
const FieldTabs = lazy(async () => ({ default: (await import('./FieldTabs.tsx')).FieldTabs }));

interface FieldsProps {
  readonly fields: readonly Field[];
  /** Where their values stand. */
  readonly path: ValuePath;
}

/** The inputs of some fields, those that apply, as their type lays them out. */
export function Fields({ fields, path }: FieldsProps) {
  const sections = useMemo(() => sectionsOf(fields), [fields]);
  const tabs = sections.filter(({ tab }) => tab !== undefined);
  const show = (section: FieldSection<Field>): ReactNode => (
    <Section key={section.tab} {...{ section, fields, path }} />
  );
  return (
    <Stack gap="lg">
      {sections.filter(({ tab }) => tab === undefined).map(show)}
      {tabs.length > 0 && (
        <Suspense>
          <FieldTabs sections={tabs} path={path} show={show} />
        </Suspense>
      )}
    </Stack>
  );
}

interface SectionProps extends FieldsProps {
  readonly section: FieldSection<Field>;
}

function Section({ section, ...all }: SectionProps) {
  return (
    <Stack gap="lg">
      {section.groups.map((group) =>
        group.name === undefined ? (
          <Rows key={group.fields[0]?.name} shown={group.fields} {...all} />
        ) : (
          <Fieldset key={group.name} legend={group.name} variant="unstyled" className={classes.group}>
            <Rows shown={group.fields} {...all} />
          </Fieldset>
        ),
      )}
    </Stack>
  );
}

interface RowsProps extends FieldsProps {
  readonly shown: readonly Field[];
}

const Rows = ({ shown, fields, path }: RowsProps) => (
  <div className={classes.fields}>
    {shown.map((field) =>
      field.condition ? (
        <ConditionalField key={field.name} field={field} siblings={fields} path={path} />
      ) : (
        <FieldRow key={field.name} field={field} path={path} />
      ),
    )}
  </div>
);

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
    const { width } = layoutOf(field);
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
      <div
        data-path={here.join('/')}
        data-width={width === 'full' ? undefined : width}
        onBlur={() => setEmptied(false)}
      >
        <InputBoundary label={frame.label}>
          <Input field={field} path={here} value={value} onChange={change} frame={frame} renderFields={renderFields} />
        </InputBoundary>
      </div>
    );
  },
  (one, other) => one.field === other.field && one.path.join('/') === other.path.join('/'),
);
