import { Group, Modal, Stack, Text, TextInput, UnstyledButton } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFocusBack } from '../parts/dialog/useFocusBack.ts';
import { ProblemNotice } from '../parts/screen/ProblemNotice.tsx';
import type { AdminBlockType } from '../wire/interface.ts';
import classes from './AddBlock.module.css';
import type { NewBlock } from './blockValue.ts';
import { reusableBlocksQuery } from './queries.ts';

const TYPING_MS = 150;

interface ReusableBlocksProps {
  readonly allowed: readonly AdminBlockType[];
  onPick(block: NewBlock): void;
  onClose(): void;
}

/** A dialog to choose one of the reusable blocks. */
export function ReusableBlocks({ allowed, onPick, onClose }: ReusableBlocksProps) {
  const { t } = useTranslation();
  useFocusBack();
  const [search, setSearch] = useState('');
  const [wanted] = useDebouncedValue(search.trim(), TYPING_MS);
  const { data, error, refetch } = useQuery(reusableBlocksQuery(wanted));
  const blocks = data?.filter(({ typeSlug }) => allowed.some(({ slug }) => slug === typeSlug)) ?? [];
  return (
    <Modal opened onClose={onClose} title={t('blocks.place')} closeButtonProps={{ 'aria-label': t('common.close') }}>
      <Stack gap="xs">
        <TextInput
          type="search"
          aria-label={t('common.search')}
          placeholder={t('common.search')}
          leftSection={<IconSearch size={16} aria-hidden />}
          value={search}
          onChange={({ currentTarget }) => setSearch(currentTarget.value)}
          data-autofocus
        />
        {error && <ProblemNotice error={error} onRetry={() => void refetch()} />}
        {data && blocks.length === 0 && (
          <Text size="sm" c="dimmed" py="md" ta="center">
            {t('blocks.noReusable')}
          </Text>
        )}
        {blocks.map(({ id, title, typeSlug, typeName, usageCount }) => (
          <UnstyledButton
            key={id}
            className={classes.reusable}
            onClick={() => onPick({ type: typeSlug, blockId: id, fields: {} })}
          >
            <Group justify="space-between" wrap="nowrap">
              <Text size="sm" fw={530} truncate dir="auto">
                {title ?? typeName}
              </Text>
              <Text size="xs" c="dimmed">
                {typeName} · {t('blocks.usedOn', { count: usageCount })}
              </Text>
            </Group>
          </UnstyledButton>
        ))}
      </Stack>
    </Modal>
  );
}
