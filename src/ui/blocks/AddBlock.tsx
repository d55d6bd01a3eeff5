import { Button, Group, Menu, Modal, Stack, Text, TextInput, UnstyledButton } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconClipboard, IconPlus, IconRecycle, IconSearch } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { AdminBlockType } from '../wire/interface.ts';
import classes from './AddBlock.module.css';
import type { BlockValue } from './blockValue.ts';
import { copiedBlock } from './clipboard.ts';
import { reusableBlocksQuery } from './queries.ts';
import type { Region } from './regionsOf.ts';

/** A block that has no name in the form yet. */
export type NewBlock = Omit<BlockValue, 'key'>;

interface AddBlockProps {
  readonly region: Region;
  readonly types: readonly AdminBlockType[];
  /** A line between two blocks, rather than a button below them. */
  readonly isBetween: boolean;
  onAdd(block: NewBlock): void;
}

const MANY = 8;

/** Adds a block here: of a type, a reusable one, or what was copied. */
export function AddBlock({ region, types, isBetween, onAdd }: AddBlockProps) {
  const { t } = useTranslation();
  const [isPlacing, { open, close }] = useDisclosure(false);
  const allowed = types.filter(({ slug }) => region.allowed?.includes(slug) ?? true);
  const label = t('blocks.addTo', { region: region.label });
  return (
    <>
      <Menu position="bottom-start" width={280} hideDetached={false}>
        <Menu.Target>
          {isBetween ? (
            <UnstyledButton className={classes.between} aria-label={t('blocks.addBetween')}>
              <span className={classes.plus}>
                <IconPlus size={14} />
              </span>
            </UnstyledButton>
          ) : (
            <Button variant="default" leftSection={<IconPlus size={16} />} mt="xs" aria-label={label}>
              {t('blocks.add')}
            </Button>
          )}
        </Menu.Target>
        <Choices allowed={allowed} onAdd={onAdd} onPlace={open} />
      </Menu>
      <Modal
        opened={isPlacing}
        onClose={close}
        title={t('blocks.place')}
        closeButtonProps={{ 'aria-label': t('common.close') }}
      >
        <ReusableBlocks
          allowed={allowed}
          onPick={(block) => {
            close();
            onAdd(block);
          }}
        />
      </Modal>
    </>
  );
}

interface ChoicesProps {
  readonly allowed: readonly AdminBlockType[];
  onAdd(block: NewBlock): void;
  onPlace(): void;
}

function Choices({ allowed, onAdd, onPlace }: ChoicesProps) {
  const { t } = useTranslation();
  const [search, setSearch] = useState('');
  const copied = copiedBlock();
  const found = allowed.filter(({ name }) => name.toLowerCase().includes(search.toLowerCase()));
  return (
    <Menu.Dropdown className={classes.choices}>
      {allowed.length > MANY && (
        <Menu.Search
          aria-label={t('blocks.search')}
          placeholder={t('blocks.search')}
          value={search}
          onChange={({ currentTarget }) => setSearch(currentTarget.value)}
        />
      )}
      {found.map(({ slug, name, description }) => (
        <Menu.Item key={slug} onClick={() => onAdd({ type: slug, fields: {} })}>
          <Text size="sm" dir="auto">
            {name}
          </Text>
          {description && (
            <Text size="xs" c="dimmed" lineClamp={2} dir="auto">
              {description}
            </Text>
          )}
        </Menu.Item>
      ))}
      <Menu.Divider />
      <Menu.Item leftSection={<IconRecycle size={16} />} onClick={onPlace}>
        {t('blocks.place')}
      </Menu.Item>
      {copied && allowed.some(({ slug }) => slug === copied.type) && (
        <Menu.Item leftSection={<IconClipboard size={16} />} onClick={() => onAdd(copied)}>
          {t('blocks.paste')}
        </Menu.Item>
      )}
    </Menu.Dropdown>
  );
}

interface ReusableBlocksProps {
  readonly allowed: readonly AdminBlockType[];
  onPick(block: NewBlock): void;
}

function ReusableBlocks({ allowed, onPick }: ReusableBlocksProps) {
  const { t } = useTranslation();
  const [search, setSearch] = useState('');
  const { data = [] } = useQuery(reusableBlocksQuery);
  const blocks = data.filter(
    ({ typeSlug, title }) =>
      allowed.some(({ slug }) => slug === typeSlug) && (title ?? '').toLowerCase().includes(search.toLowerCase()),
  );
  return (
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
      {blocks.length === 0 && (
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
  );
}
