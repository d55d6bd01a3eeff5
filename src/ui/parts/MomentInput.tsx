import { TextInput, type TextInputProps } from '@mantine/core';
import { useTranslation } from 'react-i18next';

interface MomentInputProps extends Omit<TextInputProps, 'value' | 'onChange'> {
  /** ISO 8601 */
  readonly value: string | undefined;
  onChange(value: string | undefined): void;
}

const padTwoDigits = (number: number): string => String(number).padStart(2, '0');

/** The value as a `datetime-local` input expects it, in local time. A half-typed year is padded to four digits. */
function toLocal(value: string | undefined): string {
  if (value === undefined || Number.isNaN(Date.parse(value))) return '';
  const at = new Date(value);
  const day = `${String(at.getFullYear()).padStart(4, '0')}-${padTwoDigits(at.getMonth() + 1)}-${padTwoDigits(at.getDate())}`;
  return `${day}T${padTwoDigits(at.getHours())}:${padTwoDigits(at.getMinutes())}`;
}

function readLocal(text: string): string | undefined {
  const at = new Date(text);
  return Number.isNaN(at.getTime()) ? undefined : at.toISOString();
}

/** An input for a day and a time in the editor's time zone, which it names. */
export function MomentInput({ value, onChange, description, ...props }: MomentInputProps) {
  const { t } = useTranslation();
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  return (
    <TextInput
      {...props}
      type="datetime-local"
      // Without a maximum, browsers accept six digits for a year, and the hour typed next ends up in the year.
      max="9999-12-31T23:59"
      description={[description, t('fields.zone', { zone })].filter(Boolean).join(' · ')}
      maw={320}
      value={toLocal(value)}
      onChange={({ currentTarget }) => onChange(readLocal(currentTarget.value))}
    />
  );
}
