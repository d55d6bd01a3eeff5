import { TextInput, type TextInputProps } from '@mantine/core';
import { useTranslation } from 'react-i18next';

interface MomentInputProps extends Omit<TextInputProps, 'value' | 'onChange'> {
  /** ISO 8601 */
  readonly value: string | undefined;
  onChange(value: string | undefined): void;
}

const pad = (number: number): string => String(number).padStart(2, '0');

/** As the browser's own input writes it, in its time zone. */
function toLocal(value: string | undefined): string {
  if (value === undefined || Number.isNaN(Date.parse(value))) return '';
  const at = new Date(value);
  const day = `${at.getFullYear()}-${pad(at.getMonth() + 1)}-${pad(at.getDate())}`;
  return `${day}T${pad(at.getHours())}:${pad(at.getMinutes())}`;
}

const readLocal = (text: string): string | undefined => (text === '' ? undefined : new Date(text).toISOString());

/** A day and a time in the editor's time zone, which it names. */
export function MomentInput({ value, onChange, description, ...props }: MomentInputProps) {
  const { t } = useTranslation();
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  return (
    <TextInput
      {...props}
      type="datetime-local"
      description={[description, t('fields.zone', { zone })].filter(Boolean).join(' · ')}
      maw={320}
      value={toLocal(value)}
      onChange={({ currentTarget }) => onChange(readLocal(currentTarget.value))}
    />
  );
}
