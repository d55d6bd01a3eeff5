import { CloseButton, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';

interface SearchInputProps {
  readonly label: string;
  readonly value: string;
  /** Told when the typing pauses. */
  onChange(text: string): void;
}

const TYPING_MS = 200;

/** Looks for what is typed. */
export function SearchInput({ label, value, onChange }: SearchInputProps) {
  const { t } = useTranslation();
  const [text, setText] = useState(value);
  /** What was told and has not come back: more may have been typed since. */
  const told = useRef<readonly string[]>([]);
  const send = useDebouncedCallback((next: string) => {
    told.current = [...told.current, next];
    onChange(next);
  }, TYPING_MS);
  useEffect(() => {
    const at = told.current.indexOf(value);
    told.current = told.current.slice(at + 1);
    // Something else has changed it: the address, a button.
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
      style={{ flex: '1 1 14rem' }}
    />
  );
}
