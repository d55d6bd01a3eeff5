import { ActionIcon, Button, Input, Stack, TextInput } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { type KeyboardEvent, useId, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { controlIn, focusInstead } from '../../../../parts/dialog/focusInstead.ts';
import { moveItem, Sortable, useSorted } from '../../../../parts/row/Sortable.tsx';
import { slugFromName } from '../../names.ts';
import { useRowKeys } from '../../useRowKeys.ts';
import type { OptionDraft } from './fieldOptions.ts';
import classes from './OptionList.module.css';

interface OptionListProps {
  readonly options: readonly OptionDraft[];
  readonly problem: string | undefined;
  readonly mayEdit: boolean;
  onChange(options: readonly OptionDraft[]): void;
}

/** The choices of a field, each with what editors see and what the site gets. They are sorted by dragging or by keyboard. */
export function OptionList({ options, problem, mayEdit, onChange }: OptionListProps) {
  const { t } = useTranslation();
  const { keys, move, insert, remove } = useRowKeys(options.length);
  const box = useRef<HTMLDivElement>(null);
  const id = useId();
  /** The choices made here: their values follow their labels until somebody edits one. */
  const made = useRef(new Set<string>());
  const focusLabel = (at: number): void => {
    // By then the new choice is on the screen.
    setTimeout(() => box.current?.querySelectorAll<HTMLElement>('[data-option-label]')[at]?.focus());
  };
  const add = (at: number): void => {
    insert(at);
    made.current.add(keys[at] ?? '');
    onChange(options.toSpliced(at, 0, { value: '', label: '' }));
    focusLabel(at);
  };
  const drop = (at: number): void => {
    remove(at);
    onChange(options.toSpliced(at, 1));
    focusInstead(() => controlIn(box.current));
  };
  return (
    <div ref={box} role="group" aria-labelledby={id}>
      <Input.Label id={id} component="div">
        {t('types.options')}
      </Input.Label>
      <Input.Description mb={6}>{t('types.optionsHelp')}</Input.Description>
      <Sortable
        isFixed={!mayEdit}
        keys={keys}
        onMove={(from, to) => {
          move(from, to);
          onChange(moveItem(options, from, to));
        }}
      >
        <Stack gap={6}>
          {options.map((option, at) => (
            <OptionRow
              key={keys[at]}
              id={keys[at] ?? ''}
              number={at + 1}
              isMade={made.current.has(keys[at] ?? '')}
              {...{ option, mayEdit }}
              onChange={(next) => onChange(options.with(at, next))}
              onRemove={() => drop(at)}
              onEnter={() => add(at + 1)}
            />
          ))}
        </Stack>
      </Sortable>
      {problem && <Input.Error mt={6}>{problem}</Input.Error>}
      {mayEdit && (
        <Button
          mt="xs"
          size="xs"
          variant="default"
          leftSection={<IconPlus size={15} />}
          onClick={() => add(options.length)}
        >
          {t('types.addOption')}
        </Button>
      )}
    </div>
  );
}

interface OptionRowProps {
  readonly id: string;
  readonly number: number;
  readonly option: OptionDraft;
  readonly isMade: boolean;
  readonly mayEdit: boolean;
  onChange(option: OptionDraft): void;
  onRemove(): void;
  onEnter(): void;
}

function OptionRow({ id, number, option, isMade, mayEdit, onChange, onRemove, onEnter }: OptionRowProps) {
  const { t } = useTranslation();
  const { ref, style, handle } = useSorted(id);
  const { value, label } = option;
  const name = label || value || t('types.option', { number });
  const setLabel = (next: string): void => {
    const follows = isMade && value === slugFromName(label);
    onChange({ ...option, label: next, value: follows ? slugFromName(next) : value });
  };
  const enter = (event: KeyboardEvent): void => {
    if (event.key !== 'Enter') return;
    event.preventDefault();
    onEnter();
  };
  return (
    <div ref={ref} style={style} className={classes.row}>
      {handle({ label: t('list.drag', { name }) })}
      <TextInput
        aria-label={t('types.optionLabel', { number })}
        placeholder={value || t('types.optionLabelHint')}
        dir="auto"
        data-option-label
        readOnly={!mayEdit}
        value={label}
        onChange={({ currentTarget }) => setLabel(currentTarget.value)}
        onKeyDown={enter}
      />
      <TextInput
        aria-label={t('types.optionValue', { number })}
        placeholder={t('types.optionValueHint')}
        dir="ltr"
        spellCheck={false}
        readOnly={!mayEdit}
        value={value}
        onChange={({ currentTarget }) => onChange({ ...option, value: currentTarget.value })}
        onKeyDown={enter}
      />
      {mayEdit && (
        <ActionIcon variant="subtle" color="gray" aria-label={t('types.removeOption', { name })} onClick={onRemove}>
          <IconTrash size={16} />
        </ActionIcon>
      )}
    </div>
  );
}
