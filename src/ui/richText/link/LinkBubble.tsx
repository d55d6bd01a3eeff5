import { ActionIcon, Anchor, Group, Paper, Text, Tooltip } from '@mantine/core';
import { IconExternalLink, IconLinkOff, IconPencil } from '@tabler/icons-react';
import type { Editor } from '@tiptap/core';
import { useEditorState } from '@tiptap/react';
import { BubbleMenu } from '@tiptap/react/menus';
import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import { isLinkableHref, readPageLink } from '../document/href.ts';
import { useRichTextContext } from '../sources.ts';
import classes from './LinkBubble.module.css';
import { usePageOf } from './usePageOf.ts';

const OPTIONS = { placement: 'bottom-start', offset: 6 } as const;

/** Shows where the link at the cursor leads. By keyboard, Ctrl+K offers the same. */
export const LinkBubble = memo(function LinkBubble({ editor }: { readonly editor: Editor }) {
  const { t } = useTranslation();
  const { open } = useRichTextContext();
  const href = useEditorState({ editor, selector: () => String(editor.getAttributes('link')['href'] ?? '') });
  return (
    <BubbleMenu
      editor={editor}
      pluginKey="linkBubble"
      options={OPTIONS}
      shouldShow={({ editor: shown }) => shown.isEditable && shown.isActive('link') && shown.state.selection.empty}
    >
      <Paper withBorder shadow="md" radius="md" px="xs" py={4}>
        <Group gap={4} wrap="nowrap">
          <Target href={href} />
          <Tooltip label={t('richText.link.edit')}>
            <ActionIcon variant="subtle" aria-label={t('richText.link.edit')} onClick={() => open({ name: 'link' })}>
              <IconPencil size={16} />
            </ActionIcon>
          </Tooltip>
          <Tooltip label={t('richText.link.remove')}>
            <ActionIcon
              variant="subtle"
              color="gray"
              aria-label={t('richText.link.remove')}
              onClick={() => editor.chain().focus().extendMarkRange('link').unsetLink().run()}
            >
              <IconLinkOff size={16} />
            </ActionIcon>
          </Tooltip>
        </Group>
      </Paper>
    </BubbleMenu>
  );
});

function Target({ href }: { readonly href: string }) {
  const { t } = useTranslation();
  const page = usePageOf(href);
  if (page === null)
    return (
      <Text size="sm" c="red" className={classes.target}>
        {t('richText.link.gone')}
      </Text>
    );
  // Documents are not trusted: an unsafe address is shown as text only.
  if (readPageLink(href) !== undefined || !isLinkableHref(href))
    return (
      <Text size="sm" className={classes.target} dir="auto" title={page?.detail}>
        {page?.title ?? href}
      </Text>
    );
  return (
    <Anchor size="sm" href={href} target="_blank" rel="noopener noreferrer" className={classes.target}>
      {href} <IconExternalLink size={13} aria-label={t('richText.link.open')} />
    </Anchor>
  );
}
