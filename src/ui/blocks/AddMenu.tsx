import { Menu, Text } from '@mantine/core';
import { IconClipboard, IconRecycle } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { AdminBlockType } from '../wire/interface.ts';
import classes from './AddBlock.module.css';
import { BlockIcon } from './BlockIcon.tsx';
import type { NewBlock } from './blockValue.ts';
import { copiedBlock } from './clipboard.ts';

/** Longer lists of types get a search. */
const MOST_WITHOUT_SEARCH = 8;

interface AddMenuProps {
  readonly allowed: readonly AdminBlockType[];
  onAdd(block: NewBlock): void;
  onPlace(): void;
}

/** Offers everything that can be added: the block types allowed here, a reusable block, or the copied one. */
export function AddMenu({ allowed, onAdd, onPlace }: AddMenuProps) {
  const { t } = useTranslation();
  const [search, setSearch] = useState('');
  const copied = copiedBlock();
  const found = allowed.filter(({ name }) => name.toLowerCase().includes(search.toLowerCase()));
  return (
    <Menu.Dropdown className={classes.choices}>
      {allowed.length > MOST_WITHOUT_SEARCH && (
        <Menu.Search
          aria-label={t('blocks.search')}
          placeholder={t('blocks.search')}
          value={search}
          onChange={({ currentTarget }) => setSearch(currentTarget.value)}
        />
      )}
      {found.map(({ slug, name, description, icon }) => (
        <Menu.Item key={slug} leftSection={<BlockIcon icon={icon} />} onClick={() => onAdd({ type: slug, fields: {} })}>
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
