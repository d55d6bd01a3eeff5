import { Group, Pill } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { fieldLabel } from '../../../fields/fieldLabel.ts';
import { dayText, valueText } from '../../../fields/value/valueText.ts';
import { namedPageQuery } from '../../../parts/PagePicker.tsx';
import type { AdminContentType, Field } from '../../../wire/interface.ts';
import { useTerms } from '../../../wire/useTerms.ts';
import type { PageListSearch } from '../queries.ts';
import { conditionsOf, type FieldTest, withoutCondition } from './fieldTests.ts';

interface ConditionsProps {
  readonly search: PageListSearch;
  readonly type: AdminContentType | undefined;
  onChange(more: Partial<PageListSearch>): void;
}

/** The conditions on fields that filter the list, each with a button to remove it. */
export function FilterConditions({ search, type, onChange }: ConditionsProps) {
  const { t } = useTranslation();
  const { filter } = search;
  if (!filter) return null;
  return (
    <Group gap={6} mb="sm" role="list" aria-label={t('pages.filters')}>
      {conditionsOf(filter).map(({ name, test, value }) => (
        <Pill
          key={`${name} ${test}`}
          role="listitem"
          size="md"
          withRemoveButton
          onRemove={() => onChange({ filter: withoutCondition(filter, name, test) })}
          removeButtonProps={{
            'aria-label': `${t('common.remove')}: ${findFieldLabel(type, name)}`,
            tabIndex: 0,
            'aria-hidden': false,
          }}
        >
          <ConditionText field={type?.fields.find((one) => one.name === name)} name={name} test={test} value={value} />
        </Pill>
      ))}
    </Group>
  );
}

const findFieldLabel = (type: AdminContentType | undefined, name: string): string =>
  fieldLabel(type?.fields.find((one) => one.name === name) ?? { name });

interface ConditionTextProps {
  /** Undefined if the type has no field of this name. */
  readonly field: Field | undefined;
  readonly name: string;
  readonly test: FieldTest;
  readonly value: string;
}

function ConditionText({ field, name, test, value }: ConditionTextProps) {
  const { t } = useTranslation();
  const words = useValueWords(field, value);
  return (
    <span dir="auto">
      {fieldLabel(field ?? { name })} {t(`pages.tests.${test}`)} <strong>{words}</strong>
    </span>
  );
}

const NUMBERS = ['number', 'integer'];

/** A value as the user chose it: the title of a page, the label of an option. */
function useValueWords(field: Field | undefined, value: string): string {
  const { t } = useTranslation();
  const isPage = field?.type === 'page' || field?.type === 'reference';
  const { data: page } = useQuery({ ...namedPageQuery(Number(value)), enabled: isPage });
  const vocabularies = useTerms(field?.type === 'term');
  // A condition on a moment names its day.
  if (field?.type === 'datetime') return dayText(value) ?? value;
  if (isPage) return page?.title ?? value;
  if (field?.type === 'boolean') return t(value === 'true' ? 'common.yes' : 'common.no');
  if (field?.type === 'term')
    return vocabularies.flatMap(({ terms }) => terms).find(({ id }) => String(id) === value)?.name ?? value;
  if (!field) return value;
  return valueText(NUMBERS.includes(field.type) ? Number(value) : value, field);
}
