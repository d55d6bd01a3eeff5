import { Button, Group, Select, type SelectProps, TextInput } from '@mantine/core';
import { IconFolderPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { foldersQuery } from '../../wire/queries.ts';

interface FolderSelectProps extends Pick<SelectProps, 'error' | 'readOnly' | 'description'> {
  readonly label: string;
  /** Empty for no folder. */
  readonly value: string;
  onChange(folder: string): void;
}

/** Chooses one of the folders, or none. A new one takes a step of its own, so that a slip makes no folder. */
export function FolderSelect({ label, value, onChange, ...props }: FolderSelectProps) {
  const { t } = useTranslation();
  const { data: folders = [] } = useQuery(foldersQuery);
  const [isNew, setNew] = useState(false);
  if (isNew)
    return (
      <Group gap="xs" align="end" wrap="nowrap">
        <TextInput
          label={t('media.newFolder')}
          error={props.error}
          value={value}
          onChange={({ currentTarget }) => onChange(currentTarget.value)}
          autoFocus
          dir="auto"
          style={{ flex: 1 }}
        />
        <Button
          variant="default"
          onClick={() => {
            setNew(false);
            onChange('');
          }}
        >
          {t('common.cancel')}
        </Button>
      </Group>
    );
  const known = value === '' || folders.includes(value) ? folders : [value, ...folders];
  return (
    <Group gap="xs" align="end" wrap="nowrap">
      <Select
        {...props}
        label={label}
        placeholder={t('media.noFolder')}
        data={[...known]}
        value={value || null}
        onChange={(folder) => onChange(folder ?? '')}
        clearable
        clearButtonProps={{ 'aria-label': `${t('common.clear')}: ${label}` }}
        searchable
        style={{ flex: 1 }}
      />
      {!props.readOnly && (
        <Button
          variant="default"
          leftSection={<IconFolderPlus size={16} aria-hidden />}
          onClick={() => {
            setNew(true);
            onChange('');
          }}
        >
          {t('media.newFolder')}
        </Button>
      )}
    </Group>
  );
}
