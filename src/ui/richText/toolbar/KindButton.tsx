import { Menu } from '@mantine/core';
import { IconCheck, IconChevronDown } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { BlockCommand } from '../blocks.ts';
import { BarButton, type ToolbarItemProps } from './ToolButton.tsx';
import classes from './Toolbar.module.css';

type TextKind = Pick<BlockCommand, 'name' | 'icon' | 'label'>;

interface KindButtonProps<K extends TextKind> {
  readonly kinds: readonly K[];
  /** The name of the present kind. */
  readonly active: string | undefined;
  readonly place: ToolbarItemProps;
  onPick(kind: K): void;
}

/** Shows the kind of paragraph at the cursor, and offers the others. */
export function KindButton<K extends TextKind>({ kinds, active, place, onPick }: KindButtonProps<K>) {
  const { t } = useTranslation();
  const kind = kinds.find(({ name }) => name === active);
  const label = (kind ?? kinds[0]!).label(t);
  return (
    <Menu position="bottom-start" returnFocus={false}>
      <Menu.Target>
        <BarButton {...place} aria-label={`${t('richText.blockKind')}: ${label}`}>
          <span className={classes.kind}>{label}</span>
          <IconChevronDown size={14} aria-hidden />
        </BarButton>
      </Menu.Target>
      <Menu.Dropdown>
        {kinds.map((one) => (
          <Menu.Item
            key={one.name}
            leftSection={<one.icon size={18} stroke={1.6} />}
            rightSection={one.name === active ? <IconCheck size={16} /> : undefined}
            onClick={() => onPick(one)}
          >
            {one.label(t)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
