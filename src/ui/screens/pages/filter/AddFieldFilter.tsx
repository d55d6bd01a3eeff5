import { Button, Popover, Select, Stack } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconFilterPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { fieldLabel } from '../../../fields/fieldLabel.ts';
import type { AdminContentType, Field } from '../../../wire/interface.ts';
import type { PageListSearch } from '../queries.ts';
import { FilterValueInput } from './FilterValueInput.tsx';
import { addFieldCondition, type FieldTest } from './fieldTests.ts';
import { listFieldTests } from './listFieldTests.ts';

interface AddFieldFilterProps {
  readonly search: PageListSearch;
  readonly type: AdminContentType;
  onChange(more: Partial<PageListSearch>): void;
}

/** Adds a filter on any field of the type. */
export function AddFieldFilter({ search, type, onChange }: AddFieldFilterProps) {
  const { t } = useTranslation();
  const [isOpen, { toggle, close }] = useDisclosure(false);
  const fields = type.fields.filter((field) => listFieldTests(field).length > 0);
  if (fields.length === 0) return null;
  return (
    <Popover opened={isOpen} onDismiss={close} position="bottom-start" trapFocus returnFocus shadow="md" width="20rem">
      <Popover.Target>
        <Button variant="default" leftSection={<IconFilterPlus size={16} />} onClick={toggle}>
          {t('pages.filter')}
        </Button>
      </Popover.Target>
      <Popover.Dropdown>
        {isOpen && (
          <FieldFilterForm
            fields={fields}
            onDone={(name, test, value) => {
              const field = fields.find((one) => one.name === name);
              onChange({ filter: addFieldCondition(search.filter, name, test, toFilterValue(field, test, value)) });
              close();
            }}
          />
        )}
      </Popover.Dropdown>
    </Popover>
  );
}

/** From a day until a day is meant where the user is; the server compares moments. */
function toFilterValue(field: Field | undefined, test: FieldTest, day: string): string {
  if (field?.type !== 'datetime' || test === 'eq') return day;
  return new Date(`${day}T${test === 'lte' ? '23:59:59.999' : '00:00:00'}`).toISOString();
}

interface FieldFilterFormProps {
  readonly fields: AdminContentType['fields'];
  onDone(name: string, test: FieldTest, value: string): void;
}

function FieldFilterForm({ fields, onDone }: FieldFilterFormProps) {
  const { t } = useTranslation();
  const [name, setName] = useState(fields[0]?.name ?? '');
  const field = fields.find((one) => one.name === name);
  const tests = field ? listFieldTests(field) : [];
  const [test, setTest] = useState<FieldTest>();
  const [value, setValue] = useState('');
  if (!field) return null;
  const chosen = test && tests.includes(test) ? test : (tests[0] ?? 'eq');
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (value !== '') onDone(name, chosen, value);
      }}
    >
      <Stack gap="sm">
        <Select
          label={t('pages.filterField')}
          data={fields.map((one) => ({ value: one.name, label: fieldLabel(one) }))}
          value={name}
          onChange={(next) => {
            setName(next ?? name);
            setValue('');
          }}
          allowDeselect={false}
          searchable
          comboboxProps={{ withinPortal: false }}
          data-autofocus
        />
        {tests.length > 1 && (
          <Select
            label={t('pages.filterTest')}
            data={tests.map((one) => ({ value: one, label: t(`pages.tests.${one}`) }))}
            value={chosen}
            onChange={(next) => setTest((next as FieldTest) ?? chosen)}
            allowDeselect={false}
            comboboxProps={{ withinPortal: false }}
          />
        )}
        <FilterValueInput key={name} field={field} value={value} onChange={setValue} />
        <Button type="submit" disabled={value === ''}>
          {t('common.apply')}
        </Button>
      </Stack>
    </form>
  );
}
