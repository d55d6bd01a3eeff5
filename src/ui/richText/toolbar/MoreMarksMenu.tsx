import { Menu } from '@mantine/core';
import { IconCheck, IconDots } from '@tabler/icons-react';
import { useEditorState } from '@tiptap/react';
import { useTranslation } from 'react-i18next';
import { BarButton, shownKeys } from './ToolButton.tsx';
import type { ToolMenuProps } from './toolMenu.ts';
import { MORE_MARKS } from './tools.ts';

/** The less common marks. */
export function MoreMarksMenu({ editor, place }: ToolMenuProps) {
  const { t } = useTranslation();
  const active = useEditorState({
    editor,
    selector: () => MORE_MARKS.filter((mark) => mark.isActive?.(editor)).map(({ name }) => name),
  });
  return (
    <Menu position="bottom-start" returnFocus={false}>
      <Menu.Target>
        <BarButton {...place} aria-label={t('richText.more')}>
          <IconDots size={18} aria-hidden />
        </BarButton>
      </Menu.Target>
      <Menu.Dropdown>
        {MORE_MARKS.map((mark) => (
          <Menu.Item
            key={mark.name}
            leftSection={<mark.icon size={18} stroke={1.6} />}
            rightSection={active.includes(mark.name) ? <IconCheck size={16} /> : mark.keys && shownKeys(mark.keys)}
            onClick={() => mark.run(editor)}
          >
            {mark.label(t)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
