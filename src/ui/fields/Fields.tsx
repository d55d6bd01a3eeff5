import { Fieldset, Skeleton, Stack, Text } from '@mantine/core';
import { memo, type ReactNode, useId, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { inputOf } from '../../fields/inputs.ts';
import type { SetOptions } from '../form/document.ts';
import { useFormScope, useProblem, useValue, useWarning } from '../form/FormContext.tsx';
import { FieldExtras } from '../form/FormExtras.tsx';
import { LockNote } from '../form/FormPart.tsx';
import { type FormPath, getValueAt } from '../form/values.ts';
import { useIsDerived } from '../frames/kinds.ts';
import { asSentence } from '../parts/asSentence.ts';
import { loadOnDemand } from '../parts/onDemand/loadOnDemand.tsx';
import { LoadProblem, PartBoundary } from '../parts/onDemand/PartBoundary.tsx';
import type { Field } from '../wire/interface.ts';
import { isApplicable } from './condition.ts';
import classes from './Fields.module.css';
import { fieldLabel } from './fieldLabel.ts';
import type { InputProps } from './kind.ts';
import { type FieldSection, readFieldLayout, sectionsOf } from './layout.ts';
import { limitsOf, problemWith } from './value/limits.ts';
import { valueOfInput } from './value/valueOfInput.ts';

/** Loaded on demand, because most forms have no tabs. */
const FieldTabs = loadOnDemand(async () => (await import('./FieldTabs.tsx')).FieldTabs);

interface FieldsProps {
  readonly fields: readonly Field[];
  /** The path of the object that holds their values. */
  readonly path: FormPath;
}

/** The inputs of those fields that apply, in the layout that their settings define. */
export function Fields({ fields, path }: FieldsProps) {
  const sections = useMemo(() => sectionsOf(fields), [fields]);
  const tabs = sections.filter(({ tab }) => tab !== undefined);
  const show = (section: FieldSection<Field>): ReactNode => (
    <SectionFields key={section.tab} {...{ section, fields, path }} />
  );
  return (
    <Stack gap="lg">
      {sections.filter(({ tab }) => tab === undefined).map(show)}
      {tabs.length > 0 && <FieldTabs sections={tabs} path={path} show={show} />}
    </Stack>
  );
}

interface SectionFieldsProps extends FieldsProps {
  readonly section: FieldSection<Field>;
}

function SectionFields({ section, ...all }: SectionFieldsProps) {
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
  readonly path: FormPath;
}

function ConditionalField({ field, siblings, path }: ConditionalFieldProps) {
  const [values] = useValue(path);
  return isApplicable(field, siblings, values) ? <FieldRow field={field} path={path} /> : null;
}

/** A label with an input below it, and what a description or a chosen picture adds: in pixels, as they are drawn. */
const [LABELLED, DESCRIBED, CHOSEN] = [60.8, 19.4, 46];

/** How much room an input takes once it is loaded: what is below it does not move then. */
const estimateHeight = ({ type }: Field, value: unknown, description: string | undefined): number =>
  LABELLED + (description ? DESCRIBED : 0) + (type === 'media' && typeof value === 'number' ? CHOSEN : 0);

interface FieldRowProps {
  readonly field: Field;
  /** The path of the object that holds its value. */
  readonly path: FormPath;
  /** Whether it replaces a value that would show without it: then an empty one, or `null`, is a value, too. */
  readonly isOverride?: boolean;
}

/** One field. It renders again only when its own value changes. */
export const FieldRow = memo(
  function FieldRow({ field, path, isOverride = false }: FieldRowProps) {
    const here = [...path, field.name];
    const { form, isReadOnly, lockOf } = useFormScope();
    const lock = isReadOnly ? undefined : lockOf?.(here);
    const [stored, set] = useValue(here);
    const problem = useProblem(here);
    const isDerived = useIsDerived(here);
    const warning = useWarning(here);
    const id = useId();
    // An emptied input stays empty until it loses the focus: a default that came back would be in the way of the next key.
    const [isEmptied, setEmptied] = useState(false);
    const Input = inputOf(field.type);
    const { t } = useTranslation();
    // What is wrong is said once the field is left, and until it is right.
    const [isLeft, setLeft] = useState(false);
    const { width } = readFieldLayout(field);
    // A missing value is shown as readers get it: as its default.
    const value = stored ?? (isEmptied ? undefined : (field.default ?? undefined));
    const found = isLeft && !isReadOnly ? problemWith(field, stored ?? field.default, t) : undefined;
    const frame = {
      id,
      label: fieldLabel(field),
      description:
        [field.help, field.shared && t('fields.shared'), isDerived ? t('fields.derived') : limitsOf(field, t)]
          .filter(Boolean)
          .join(' ') || undefined,
      error: problem ?? (found && asSentence(found)),
      withAsterisk: field.required === true,
      readOnly: isReadOnly || isDerived || lock !== undefined,
    };
    const change = (next: unknown, options?: SetOptions): void => {
      setEmptied(next === undefined);
      set(isOverride ? (next ?? null) : valueOfInput(next, getValueAt(form.saved(), here), field), options);
    };
    return (
      // biome-ignore lint/a11y/noStaticElementInteractions: not interactive itself, it only listens for its input losing the focus
      <div
        className={classes.field}
        data-path={here.join('/')}
        data-width={width === 'full' ? undefined : width}
        onBlur={({ currentTarget, relatedTarget }) => {
          setEmptied(false);
          if (!currentTarget.contains(relatedTarget)) setLeft(true);
        }}
      >
        <InputBoundary label={frame.label} height={estimateHeight(field, value, frame.description)}>
          <Input field={field} path={here} value={value} onChange={change} frame={frame} renderFields={renderFields} />
        </InputBoundary>
        <FieldExtras path={here} label={frame.label} />
        {lock !== undefined && path.length === 1 && <LockNote text={lock} />}
        {warning !== undefined && frame.error === undefined && (
          <Text size="xs" mt={4} className={classes.warning}>
            {warning}
          </Text>
        )}
      </div>
    );
  },
  (one, other) => one.field === other.field && one.path.join('/') === other.path.join('/'),
);

interface InputBoundaryProps {
  readonly label: string;
  /** How much room the input will take, in pixels. */
  readonly height: number;
  readonly children: ReactNode;
}

/** Keeps an input that fails to render or to load from taking the rest of the form with it. */
function InputBoundary({ label, height, children }: InputBoundaryProps) {
  const { t } = useTranslation();
  return (
    <PartBoundary
      waiting={<Skeleton height={height} animate={false} />}
      failed={<LoadProblem title={label} text={t('fields.notLoaded')} />}
    >
      {children}
    </PartBoundary>
  );
}
