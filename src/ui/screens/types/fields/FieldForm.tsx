import { Checkbox, Select, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useExtensionKinds } from '../../../frames/kinds.ts';
import { ConditionForm } from './condition/ConditionForm.tsx';
import classes from './FieldForm.module.css';
import { type FieldDraft, withValues } from './fieldDraft.ts';
import { fieldKindForm, fieldTypeName, isEditableFieldType, KIND_GROUPS, nestsFields } from './fieldKinds.ts';
import type { FieldPart } from './fieldProblems.ts';
import { optionsOf, withOptions } from './inputs/fieldOptions.ts';
import { LimitInputs, PatternInputs } from './inputs/LimitInputs.tsx';
import { OptionList } from './inputs/OptionList.tsx';
import { TargetInputs } from './inputs/TargetInputs.tsx';
import { ValueInput } from './inputs/ValueInput.tsx';
import type { FieldNode } from './layout/fieldNodes.ts';
import { previewField, previewFields } from './previewFields.ts';

export interface FieldFormProps {
  readonly node: FieldNode;
  /** The fields of its level, itself included. */
  readonly siblings: readonly FieldNode[];
  readonly isNested: boolean;
  /** Whether all translations of a record can have one value of it: blocks have none. */
  readonly isShareable: boolean;
  readonly mayEdit: boolean;
  problemOf(part: FieldPart): string | undefined;
  onChange(edit: Partial<FieldNode>): void;
  /** The label has changed, and the name with it if it is made from the label. */
  onLabel(label: string): void;
}

/** Everything that the definition of a field can hold, each part in an input made for it. */
export function FieldForm(props: FieldFormProps) {
  const { node, siblings, isNested, isShareable, mayEdit, problemOf, onChange } = props;
  const { t } = useTranslation();
  const { field } = node;
  const { hasOptions, canBeBody } = fieldKindForm(field.type);
  const change = (next: FieldDraft): void => onChange({ field: next });
  const set = (more: Partial<FieldDraft>): void => change(withValues(field, more));
  const part = { field, mayEdit, problemOf, onChange: change };
  return (
    <fieldset disabled={!mayEdit} className={classes.form}>
      <legend className={classes.legend}>{field.label || field.name || t('types.newField')}</legend>
      <LabelAndName {...props} />
      <KindInput
        type={field.type}
        holdsFields={node.children.length > 0}
        mayEdit={mayEdit}
        onChange={(type) => change(withKind(field, type))}
      />
      <TextInput
        label={t('types.help')}
        value={field.help ?? ''}
        dir="auto"
        onChange={({ currentTarget }) => set({ help: currentTarget.value })}
      />
      {hasOptions && (
        <OptionList
          options={optionsOf(field)}
          problem={problemOf('options')}
          mayEdit={mayEdit}
          onChange={(options) => change(withOptions(field, options))}
        />
      )}
      <TargetInputs {...part} />
      <Checkbox
        label={t('types.isRequired')}
        checked={field.required === true}
        onChange={({ currentTarget }) => set({ required: currentTarget.checked || undefined })}
      />
      {((canBeBody && !isNested) || field['body'] === true) && (
        <Checkbox
          label={t('types.isBody')}
          description={t('types.isBodyHelp')}
          checked={field['body'] === true}
          error={problemOf('body')}
          onChange={({ currentTarget }) => set({ body: currentTarget.checked || undefined })}
        />
      )}
      {!isNested && isShareable && (
        <Checkbox
          label={t('types.isShared')}
          description={t('types.isSharedHelp')}
          checked={field['shared'] === true}
          onChange={({ currentTarget }) => set({ shared: currentTarget.checked || undefined })}
        />
      )}
      <LimitInputs {...part} />
      <PatternInputs {...part} />
      <DefaultInput node={node} mayEdit={mayEdit} onChange={change} />
      <ConditionForm
        {...part}
        others={previewFields(siblings.filter((one) => one !== node))}
        problem={problemOf('condition')}
      />
    </fieldset>
  );
}

/** What editors see, and what the site and its files call it. */
function LabelAndName({ node: { field }, problemOf, onChange, onLabel }: FieldFormProps) {
  const { t } = useTranslation();
  return (
    <div className={classes.pair}>
      <TextInput
        label={t('types.label')}
        value={field.label ?? ''}
        dir="auto"
        data-field-label
        onChange={({ currentTarget }) => onLabel(currentTarget.value)}
      />
      <TextInput
        label={t('types.fieldName')}
        description={t('types.fieldNameHelp')}
        inputWrapperOrder={['label', 'input', 'error', 'description']}
        value={field.name}
        dir="ltr"
        spellCheck={false}
        error={problemOf('name')}
        onChange={({ currentTarget }) =>
          onChange({ field: { ...field, name: currentTarget.value }, isNamedByLabel: false })
        }
      />
    </div>
  );
}

/** The field as one of another kind. Its default was a value of the old one. */
function withKind({ default: _, ...field }: FieldDraft, type: string): FieldDraft {
  // The rest of a draft is a draft: it has a name.
  return { ...(field as FieldDraft), type };
}

interface DefaultInputProps {
  readonly node: FieldNode;
  readonly mayEdit: boolean;
  onChange(field: FieldDraft): void;
}

function DefaultInput({ node, mayEdit, onChange }: DefaultInputProps) {
  const { t } = useTranslation();
  const { field, children } = node;
  const { settings, default: _, required: __, help: ___, ...shown } = previewField(field);
  return (
    <ValueInput
      // Another kind of value, or other choices, need another input.
      key={`${field.type} ${JSON.stringify(shown.options)}`}
      field={{
        ...{ ...shown, name: 'default', label: t('types.default') },
        ...(settings && { settings: { ...settings, width: undefined } }),
        ...(children.length > 0 && { fields: previewFields(children) }),
      }}
      value={field['default'] ?? undefined}
      mayEdit={mayEdit}
      onChange={(value) => onChange(withValues(field, { default: value }))}
    />
  );
}

interface KindInputProps {
  readonly type: string;
  /** Whether it holds fields: then it can only become another kind that does. */
  readonly holdsFields: boolean;
  readonly mayEdit: boolean;
  onChange(type: string): void;
}

/** The kind of a field, chosen from a list in groups. */
function KindInput({ type, holdsFields, mayEdit, onChange }: KindInputProps) {
  const { t, i18n } = useTranslation();
  const groups = KIND_GROUPS.map(({ group, types }) => ({
    group: t(`types.kindGroups.${group}`),
    items: types.map((value) => ({
      value: value as string,
      label: fieldTypeName(value, i18n.language),
      disabled: holdsFields && !nestsFields(value),
    })),
  }));
  const kinds = useExtensionKinds();
  const extended = {
    group: t('types.kindGroups.extensions'),
    items: kinds.map(({ kind, extension }) => ({
      value: kind,
      label: `${kind} (${extension})`,
      disabled: holdsFields,
    })),
  };
  // One that a later version knows, or an extension that is gone, stays as it is.
  const isKnown = isEditableFieldType(type) || kinds.some(({ kind }) => kind === type);
  const unknown = isKnown ? [] : [{ group: '', items: [{ value: type, label: type, disabled: false }] }];
  return (
    <Select
      label={t('types.kind')}
      description={holdsFields && t('types.kindHolds')}
      data={[...groups, ...(kinds.length > 0 ? [extended] : []), ...unknown]}
      value={type}
      onChange={(next) => next && onChange(next)}
      readOnly={!mayEdit}
      allowDeselect={false}
      searchable
      maxDropdownHeight={320}
    />
  );
}
