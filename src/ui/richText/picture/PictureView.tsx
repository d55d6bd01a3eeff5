import { ActionIcon, Badge, Group, Text, Tooltip } from '@mantine/core';
import { IconLink, IconPencil, IconPhotoOff, IconWorld } from '@tabler/icons-react';
import { type NodeViewProps, NodeViewWrapper, ReactNodeViewRenderer } from '@tiptap/react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { BlockPicture, InlinePicture } from '../document/pictures.ts';
import { useRichTextContext } from '../sources.ts';
import classes from './PictureView.module.css';
import { toCssWidth } from './toCssWidth.ts';

/** The attributes that are shown. */
interface PictureAttributes {
  readonly src: string | null;
  readonly alt: string | null;
  readonly caption: string | null;
  readonly width: string | null;
  readonly float: string | null;
  readonly href: string | null;
}

/** A picture in the text as readers will see it, with its buttons. */
function PictureView({ node, selected, getPos, editor }: NodeViewProps) {
  const { t } = useTranslation();
  const { open } = useRichTextContext();
  const { src, alt, caption, width, float, href } = node.attrs as PictureAttributes;
  const [failed, setFailed] = useState<string | null>(null);
  const isInline = node.type.isInline;
  const edit = (): void => {
    const position = getPos();
    if (position !== undefined) open({ name: 'picture', position });
  };
  return (
    <NodeViewWrapper
      as={isInline ? 'span' : 'figure'}
      className={classes.picture}
      data-inline={isInline || undefined}
      data-selected={selected || undefined}
      data-float={float ?? 'none'}
      style={{ width: toCssWidth(width) }}
      data-drag-handle
      onDoubleClick={editor.isEditable ? edit : undefined}
    >
      {src !== null && failed !== src ? (
        <img src={src} alt={alt ?? ''} draggable={false} onError={() => setFailed(src)} />
      ) : (
        <span className={classes.missing}>
          {src !== null && /^https?:/.test(src) ? (
            <IconWorld size={20} aria-hidden />
          ) : (
            <IconPhotoOff size={20} aria-hidden />
          )}
          <Text span size="sm">
            {src !== null && /^https?:/.test(src) ? t('richText.picture.elsewhere') : t('richText.picture.missing')}
          </Text>
          {alt && <Text span size="sm" c="dimmed">{` ${alt}`}</Text>}
        </span>
      )}
      {caption && <figcaption dir="auto">{caption}</figcaption>}
      {editor.isEditable && (
        <Group gap={4} wrap="nowrap" className={classes.tools} contentEditable={false} component="span">
          {!alt && (
            <Badge component="span" color="orange" variant="filled" size="sm" tt="none" autoContrast>
              {t('richText.picture.noAlt')}
            </Badge>
          )}
          {href && <IconLink size={16} aria-label={t('richText.picture.link')} className={classes.linked} />}
          <Tooltip label={t('richText.picture.edit')}>
            <ActionIcon size="sm" variant="default" aria-label={t('richText.picture.edit')} onClick={edit}>
              <IconPencil size={14} />
            </ActionIcon>
          </Tooltip>
        </Group>
      )}
    </NodeViewWrapper>
  );
}

const view = () =>
  ReactNodeViewRenderer(PictureView, {
    // Clicks on the buttons are not for the text.
    stopEvent: ({ event }) => (event.target as Element | null)?.closest?.('button') !== null,
  });

export const shownPictures = () => [
  BlockPicture.extend({ addNodeView: view }),
  InlinePicture.extend({ addNodeView: view }),
];
