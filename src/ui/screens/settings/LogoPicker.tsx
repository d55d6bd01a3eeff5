import { Select } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { nameOf } from '../../parts/media/shown.ts';
import { ask } from '../../wire/ask.ts';
import type { AdminMediaItem } from '../../wire/interface.ts';
import { keyOf } from '../../wire/keys.ts';

/** The value for no logo. */
export const NO_LOGO = '';

interface LogoPickerProps {
  /** The address of the picture, or `media:` and its key. */
  readonly value: string;
  readonly isDisabled: boolean;
  onChange(value: string | null): void;
}

const TYPING_MS = 200;

/** Chooses the site's logo from the pictures of the library. */
export function LogoPicker({ value, isDisabled, onChange }: LogoPickerProps) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState('');
  const [search] = useDebouncedValue(typed, TYPING_MS);
  const { data: pictures = [] } = useQuery({
    queryKey: keyOf('media', 'logo', search),
    queryFn: async () => (await ask('GET /api/admin/media', { query: { type: 'image', search, limit: 20 } })).data,
    placeholderData: keepPreviousData,
  });
  const known = pictures.map((item) => ({ value: sourceOf(item), label: nameOf(item) }));
  const given = { value, label: value.replace(/^media:/, '') };
  return (
    <Select
      label={t('settings.logo')}
      placeholder={t('settings.noLogo')}
      data={known.some((option) => option.value === value) || value === NO_LOGO ? known : [given, ...known]}
      value={value === NO_LOGO ? null : value}
      onChange={onChange}
      onSearchChange={setTyped}
      disabled={isDisabled}
      filter={({ options }) => options}
      searchable
      clearable
      clearButtonProps={{ 'aria-label': t('common.clear') }}
    />
  );
}

/** The file name of an upload starts with its key, by which the site's own files refer to it. */
const UPLOADED = /^(.+)-[0-9a-f]{8}\.\w+$/;

const sourceOf = ({ filename, url }: AdminMediaItem): string => {
  const key = UPLOADED.exec(filename)?.[1];
  return key === undefined ? url : `media:${key}`;
};
