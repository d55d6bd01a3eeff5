import {
  ActionIcon,
  Badge,
  Button,
  Checkbox,
  Group,
  Paper,
  Select,
  Stack,
  Text,
  Textarea,
  TextInput,
} from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconPlus, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './FieldList.module.css';
import { FIELD_TYPES, type FieldDraft, isFieldType, optionLines, readOptions } from './fieldDraft.ts';

interface FieldListProps {
  readonly fields: readonly FieldDraft[];
  readonly mayEdit: boolean;
  onChange(fields: readonly FieldDraft[]): void;
}

/** The fields of a type, in order. Each opens for editing. */
export function FieldList({ fields, mayEdit, onChange }: FieldListProps) {
  const { t } = useTranslation();
  const [open, setOpen] = useState<number | null>(null);
  const set = (at: number, field: FieldDraft): void => onChange(fields.with(at, field));
  const move = (at: number, to: number): void => {
    const moved = fields[at];
    if (!moved) return;
    onChange(fields.toSpliced(at, 1).toSpliced(to, 0, moved));
    setOpen(null);
  };
  return (
    <Stack gap="xs">
      {fields.length === 0 && (
        <Text size="sm" c="dimmed">
          {t('types.noFields')}
        </Text>
      )}
      {fields.map((field, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the names of fields are being typed, so they cannot serve as keys
        <Paper key={at} withBorder className={classes.field}>
          <Group gap="xs" wrap="nowrap">
            <button
              type="button"
              className={classes.name}
              aria-expanded={open === at}
              onClick={() => setOpen(open === at ? null : at)}
            >
              <span dir="auto">{field.label || field.name || t('types.newField')}</span>
              <Badge variant="default" size="sm" tt="none" fw={500}>
                {isFieldType(field.type) ? t(`types.kinds.${field.type}`) : field.type}
              </Badge>
              {field.required && (
                <Text span size="xs" c="dimmed">
                  {t('types.required')}
                </Text>
              )}
            </button>
            {mayEdit && (
              <FieldActions
                field={field}
                onUp={at > 0 ? () => move(at, at - 1) : undefined}
                onDown={at < fields.length - 1 ? () => move(at, at + 1) : undefined}
                onRemove={() => {
                  onChange(fields.toSpliced(at, 1));
                  setOpen(null);
                }}
              />
            )}
          </Group>
          {open === at && <FieldForm field={field} mayEdit={mayEdit} onChange={(next) => set(at, next)} />}
        </Paper>
      ))}
      {mayEdit && (
        <Button
          variant="default"
          leftSection={<IconPlus size={16} />}
          onClick={() => {
            onChange([...fields, { name: '', type: 'text' }]);
            setOpen(fields.length);
          }}
        >
          {t('types.addField')}
        </Button>
      )}
    </Stack>
  );
}

interface FieldActionsProps {
  readonly field: FieldDraft;
  readonly onUp: (() => void) | undefined;
  readonly onDown: (() => void) | undefined;
  onRemove(): void;
}

function FieldActions({ field, onUp, onDown, onRemove }: FieldActionsProps) {
  const { t } = useTranslation();
  const name = field.label || field.name;
  const rows = [
    [onUp, IconArrowUp, t('types.up', { name })],
    [onDown, IconArrowDown, t('types.down', { name })],
    [onRemove, IconTrash, t('types.removeField', { name })],
  ] as const;
  return rows.map(([act, IconOf, label]) => (
    <ActionIcon key={label} variant="subtle" color="gray" aria-label={label} disabled={!act} onClick={act}>
      <IconOf size={16} />
    </ActionIcon>
  ));
}

interface FieldFormProps {
  readonly field: FieldDraft;
  readonly mayEdit: boolean;
  onChange(field: FieldDraft): void;
}

const CHOICES = ['select', 'multiselect'];

function FieldForm({ field, mayEdit, onChange }: FieldFormProps) {
  const { t } = useTranslation();
  const set = (more: Partial<FieldDraft>): void => onChange(withValues(field, more));
  const [options, setOptions] = useState(optionLines(field));
  const writeOptions = (lines: string): void => {
    setOptions(lines);
    const { settings, ...others } = field as FieldDraft & { readonly settings?: Readonly<Record<string, unknown>> };
    const { options: _, ...left } = settings ?? {};
    onChange({ ...others, ...(Object.keys(left).length > 0 && { settings: left }), options: readOptions(lines) });
  };
  return (
    <fieldset disabled={!mayEdit} className={classes.form}>
      <legend className={classes.legend}>{field.label || field.name || t('types.newField')}</legend>
      <div className={classes.pair}>
        <TextInput
          label={t('types.label')}
          value={field.label ?? ''}
          dir="auto"
          onChange={({ currentTarget }) => set({ label: currentTarget.value })}
        />
        <TextInput
          label={t('types.fieldName')}
          description={t('types.fieldNameHelp')}
          value={field.name}
          dir="ltr"
          onChange={({ currentTarget }) => onChange({ ...field, name: currentTarget.value })}
        />
      </div>
      <Select
        label={t('types.kind')}
        data={FIELD_TYPES.map((value) => ({ value, label: t(`types.kinds.${value}`) }))}
        value={field.type}
        onChange={(type) => type && onChange({ ...field, type })}
        allowDeselect={false}
        searchable
      />
      <TextInput
        label={t('types.help')}
        value={field.help ?? ''}
        dir="auto"
        onChange={({ currentTarget }) => set({ help: currentTarget.value })}
      />
      {CHOICES.includes(field.type) && (
        <Textarea
          label={t('types.options')}
          description={t('types.optionsHelp')}
          autosize
          minRows={3}
          value={options}
          onChange={({ currentTarget }) => writeOptions(currentTarget.value)}
        />
      )}
      <Checkbox
        label={t('types.isRequired')}
        checked={field.required === true}
        onChange={({ currentTarget }) => set({ required: currentTarget.checked || undefined })}
      />
      {(field.type === 'object' || field.type === 'repeater') && (
        <Text size="sm" c="dimmed">
          {t('types.nested')}
        </Text>
      )}
    </fieldset>
  );
}

/** The field with other values. One that is now empty is left out, so that it is not written to the file. */
const withValues = (field: FieldDraft, more: Partial<FieldDraft>): FieldDraft =>
  Object.fromEntries(
    Object.entries({ ...field, ...more }).filter(
      ([key, value]) => !(key in more) || (value !== undefined && value !== ''),
    ),
  ) as unknown as FieldDraft;
