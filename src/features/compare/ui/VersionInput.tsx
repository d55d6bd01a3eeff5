import { Group, Select, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { changeNamesQuery } from '../../../ui/screens/changes/queries.ts';
import { isDay } from './queries.ts';

const NOW = 'now';
const DAY = 'day';

interface VersionInputProps {
  readonly label: string;
  /** A day, or the name of a change; undefined for what is live. */
  readonly value: string | undefined;
  /** Whether what is live can be chosen. */
  readonly hasNow?: boolean;
  onChange(value: string | undefined): void;
}

/** A version of the site: a day, a change, or what is live. */
export function VersionInput({ label, value, hasNow = false, onChange }: VersionInputProps) {
  const { t } = useTranslation();
  const { data } = useQuery(changeNamesQuery);
  const isOnDay = value !== undefined && isDay(value);
  const changes = (data?.data ?? []).map(({ name, title }) => ({ value: name, label: t('compare.change', { title }) }));
  const own = value === undefined || isOnDay || changes.some((one) => one.value === value) ? [] : [value];
  const choose = (next: string | null): void => {
    if (next === DAY) onChange(new Date().toISOString().slice(0, 10));
    else onChange(next === null || next === NOW ? undefined : next);
  };
  return (
    <Group gap="xs" align="end" role="group" aria-label={label}>
      <Select
        label={label}
        data={[
          ...(hasNow ? [{ value: NOW, label: t('compare.now') }] : []),
          { value: DAY, label: t('compare.onDay') },
          ...changes,
          ...own.map((name) => ({ value: name, label: name })),
        ]}
        value={isOnDay ? DAY : (value ?? NOW)}
        onChange={choose}
        allowDeselect={false}
      />
      {isOnDay && (
        <TextInput
          type="date"
          aria-label={`${label}: ${t('compare.day')}`}
          value={value}
          onChange={({ currentTarget }) => currentTarget.value && onChange(currentTarget.value)}
        />
      )}
    </Group>
  );
}
