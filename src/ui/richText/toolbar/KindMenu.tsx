import { Menu } from '@mantine/core';
import { IconCheck, IconChevronDown } from '@tabler/icons-react';
import { useEditorState } from '@tiptap/react';
import { useTranslation } from 'react-i18next';
import { BLOCK_KINDS } from '../blocks.ts';
import { BarButton } from './ToolButton.tsx';
import classes from './Toolbar.module.css';
import type { ToolMenuProps } from './toolMenu.ts';

/** Shows and changes the kind of paragraph: plain, heading or code. */
export function KindMenu({ editor, place }: ToolMenuProps) {
  const { t } = useTranslation();
  const active = useEditorState({ editor, selector: () => BLOCK_KINDS.find((kind) => kind.isActive(editor))?.name });
  const kind = BLOCK_KINDS.find(({ name }) => name === active);
  const label = (kind ?? BLOCK_KINDS[0]!).label(t);
  return (
    <Menu position="bottom-start" returnFocus={false}>
      <Menu.Target>
        <BarButton {...place} aria-label={`${t('richText.blockKind')}: ${label}`}>
          <span className={classes.kind}>{label}</span>
          <IconChevronDown size={14} aria-hidden />
        </BarButton>
      </Menu.Target>
      <Menu.Dropdown>
        {BLOCK_KINDS.map((one) => (
          <Menu.Item
            key={one.name}
            leftSection={<one.icon size={18} stroke={1.6} />}
            rightSection={one.name === active ? <IconCheck size={16} /> : undefined}
            onClick={() => one.run(editor)}
          >
            {one.label(t)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
