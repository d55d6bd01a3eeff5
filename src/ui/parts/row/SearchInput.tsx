import { CloseButton, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';

interface SearchInputProps {
  readonly label: string;
  readonly value: string;
  /** Called when the typing pauses. */
  onChange(text: string): void;
}

const TYPING_MS = 200;

/** A search input that reports its text when the typing pauses. */
export function SearchInput({ label, value, onChange }: SearchInputProps) {
  const { t } = useTranslation();
  const [text, setText] = useState(value);
  /** Values that were reported and have not come back as `value` yet; more may have been typed since. */
  const reported = useRef<readonly string[]>([]);
  const send = useDebouncedCallback((next: string) => {
    reported.current = [...reported.current, next];
    onChange(next);
  }, TYPING_MS);
  useEffect(() => {
    const at = reported.current.indexOf(value);
    reported.current = reported.current.slice(at + 1);
    // It was changed from outside: by the address or a button.
    if (at < 0) setText(value);
  }, [value]);
  const change = (next: string): void => {
    setText(next);
    send(next);
  };
  return (
    <TextInput
      type="search"
      aria-label={label}
      placeholder={label}
      leftSection={<IconSearch size={16} aria-hidden />}
      rightSection={text && <CloseButton size="sm" aria-label={t('common.clear')} onClick={() => change('')} />}
      value={text}
      onChange={({ currentTarget }) => change(currentTarget.value)}
      style={{ flex: '1 1 11rem' }}
    />
  );
}
