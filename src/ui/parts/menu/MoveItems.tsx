import { Menu } from '@mantine/core';
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';

interface MoveItemsProps {
  readonly index: number;
  readonly count: number;
  onMove(to: number): void;
}

/** Menu items that move a list item up or down by one; nothing if it is the only one. */
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

/** A menu focuses the first item marked `data-autofocus`. A disabled item must not be marked: it cannot take the focus. */
export const whereEnabled = (isEnabled: boolean) => (isEnabled ? { 'data-autofocus': true } : { disabled: true });
