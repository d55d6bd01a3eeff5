import { Autocomplete, Fieldset, SegmentedControl, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { fieldLabel } from '../../../../fields/fieldLabel.ts';
import { type FieldSection, readFieldLayout, sectionsOf, WIDTHS, type Width } from '../../../../fields/layout.ts';
import { Sortable, useSorted } from '../../../../parts/row/Sortable.tsx';
import type { FieldDraft } from '../fieldDraft.ts';
import classes from './LayoutView.module.css';
import { movedTo, shownOrder, withFieldPosition } from './layoutDraft.ts';

interface LayoutViewProps {
  readonly fields: readonly FieldDraft[];
  readonly mayEdit: boolean;
  onChange(fields: readonly FieldDraft[]): void;
}

/** A small version of a type's form, to arrange its fields: order, tabs, groups and widths. */
export function LayoutView({ fields, mayEdit, onChange }: LayoutViewProps) {
  const { t } = useTranslation();
  const [chosen, setChosen] = useState<string>();
  const sections = sectionsOf(fields);
  const shown = shownOrder(sections);
  // The first field counts as chosen from the start, so that nothing moves when another one is.
  const at = fields.findIndex(({ name }) => name === (chosen ?? shown[0]?.name));
  const field = fields[at];
  return (
    <Stack gap="sm">
      <Text size="sm" c="dimmed">
        {t('types.layoutHelp')}
      </Text>
      {field && (
        <FieldPositionControls
          key={field.name}
          field={field}
          fields={fields}
          mayEdit={mayEdit}
          onChange={(next) => onChange(fields.with(at, next))}
        />
      )}
      <Sortable
        isGrid
        isFixed={!mayEdit}
        keys={shown.map(({ name }) => name)}
        onMove={(from, to) => onChange(movedTo(fields, from, to))}
      >
        {sections.map((section) => (
          <LayoutSection key={section.tab ?? ''} {...{ section, mayEdit, chosen: field?.name, onChoose: setChosen }} />
        ))}
      </Sortable>
    </Stack>
  );
}

interface Choosing {
  readonly mayEdit: boolean;
  readonly chosen: string | undefined;
  onChoose(name: string): void;
}

function LayoutSection({ section, ...choosing }: Choosing & { readonly section: FieldSection<FieldDraft> }) {
  const { t } = useTranslation();
  const { tab, groups } = section;
  return (
    <section className={classes.tab} aria-label={tab ?? t('types.noTab')}>
      {tab !== undefined && (
        <Text size="sm" fw={600} mb="xs" dir="auto">
          {tab}
        </Text>
      )}
      {groups.map(({ name, fields }) => (
        <div key={`${name} ${fields[0]?.name}`} className={classes.group}>
          {name !== undefined && (
            <Text size="xs" c="dimmed" mb={4} dir="auto">
              {name}
            </Text>
          )}
          <div className={classes.boxes}>
            {fields.map((field) => (
              <Box key={field.name} field={field} {...choosing} />
            ))}
          </div>
        </div>
      ))}
    </section>
  );
}

function Box({ field, chosen, onChoose }: Choosing & { readonly field: FieldDraft }) {
  const { t } = useTranslation();
  const { ref, style, handle } = useSorted(field.name);
  const name = fieldLabel(field);
  const isChosen = chosen === field.name;
  return (
    <div
      ref={ref}
      style={style}
      className={classes.box}
      data-width={readFieldLayout(field).width}
      data-chosen={isChosen || undefined}
    >
      {handle({ label: t('list.drag', { name }) })}
      <button
        type="button"
        className={classes.name}
        aria-pressed={isChosen}
        dir="auto"
        onClick={() => onChoose(field.name)}
      >
        {name}
      </button>
    </div>
  );
}

interface FieldPositionControlsProps extends Pick<LayoutViewProps, 'fields' | 'mayEdit'> {
  readonly field: FieldDraft;
  onChange(field: FieldDraft): void;
}

function FieldPositionControls({ field, fields, mayEdit, onChange }: FieldPositionControlsProps) {
  const { t } = useTranslation();
  const { width, tab, group } = readFieldLayout(field);
  const place = (placing: Parameters<typeof withFieldPosition>[1]): void => onChange(withFieldPosition(field, placing));
  const known = (part: 'tab' | 'group') => [...new Set(fields.flatMap((one) => readFieldLayout(one)[part] ?? []))];
  return (
    <Fieldset legend={fieldLabel(field)} variant="unstyled" disabled={!mayEdit} className={classes.placement}>
      <SegmentedControl
        aria-label={t('types.width')}
        fullWidth
        size="xs"
        disabled={!mayEdit}
        value={width}
        onChange={(next) => onChange(withFieldPosition(field, { width: next as Width }))}
        data={WIDTHS.map((value) => ({ value, label: t(`types.widths.${value}`) }))}
      />
      <div className={classes.names}>
        <LayoutNameInput
          label={t('types.tab')}
          known={known('tab')}
          value={tab}
          onChange={(name) => place({ tab: name })}
        />
        <LayoutNameInput
          label={t('types.group')}
          known={known('group')}
          value={group}
          onChange={(name) => place({ group: name })}
        />
      </div>
    </Fieldset>
  );
}

interface LayoutNameInputProps {
  readonly label: string;
  readonly known: readonly string[];
  readonly value: string | undefined;
  onChange(name: string | null): void;
}

/** The name of a tab or a group: a known one, or a new one, which is created when the input loses the focus. */
function LayoutNameInput({ label, known, value = '', onChange }: LayoutNameInputProps) {
  const { t } = useTranslation();
  return (
    <Autocomplete
      key={value}
      label={label}
      placeholder={t('common.none')}
      data={known}
      defaultValue={value}
      onBlur={({ currentTarget }) => {
        const name = currentTarget.value.trim();
        if (name !== value) onChange(name || null);
      }}
      onOptionSubmit={onChange}
      dir="auto"
      size="xs"
    />
  );
}
