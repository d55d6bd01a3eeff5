import { Menu } from '@mantine/core';
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';

interface MoveItemsProps {
  readonly index: number;
  readonly count: number;
  onMove(to: number): void;
}

/** What moves an item of a list by one place; nothing where it is the only one. */
export function MoveItems({ index, count, onMove }: MoveItemsProps) {
  const { t } = useTranslation();
  if (count < 2) return null;
  return (
    <>
      <Menu.Item leftSection={<IconArrowUp size={15} />} {...whereEnabled(index > 0)} onClick={() => onMove(index - 1)}>
        {t('common.moveUp')}
      </Menu.Item>
      <Menu.Item
        leftSection={<IconArrowDown size={15} />}
        {...whereEnabled(index < count - 1)}
        onClick={() => onMove(index + 1)}
      >
        {t('common.moveDown')}
      </Menu.Item>
    </>
  );
}

/** A menu opens on the first of its items that says so: one that is disabled takes no focus, and leaves none to others. */
export const whereEnabled = (isEnabled: boolean) => (isEnabled ? { 'data-autofocus': true } : { disabled: true });
