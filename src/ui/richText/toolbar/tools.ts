import {
  type Icon,
  IconArrowBackUp,
  IconArrowForwardUp,
  IconBold,
  IconClearFormatting,
  IconCode,
  IconItalic,
  IconLink,
  IconPhoto,
  IconSourceCode,
  IconStrikethrough,
  IconSubscript,
  IconSuperscript,
  IconUnderline,
} from '@tabler/icons-react';
import type { Editor } from '@tiptap/core';
import type { TFunction } from 'i18next';
import type { InputHistory } from '../../form/document.ts';
import { WRAPS } from '../blocks.ts';

/** A button of a toolbar. `E` is the editor that it acts on. */
export interface ToolbarTool<E = Editor> {
  readonly name: string;
  readonly icon: Icon;
  label(t: TFunction): string;
  /** Its shortcut; `Mod` is Ctrl, or ⌘ on a Mac. */
  readonly keys?: string;
  isActive?(editor: E): boolean;
  isPossible?(editor: E): boolean;
  run(editor: E): void;
}

/** Actions that need the editor component. */
export interface Openers {
  openLink(): void;
  openSource(): void;
  insertPicture(): void;
}

type MarkName = 'bold' | 'italic' | 'underline' | 'strike' | 'code' | 'subscript' | 'superscript';

const markTool = (name: MarkName, icon: Icon, keys?: string): ToolbarTool => ({
  name,
  icon,
  label: (t) => t(`richText.${name}`),
  ...(keys && { keys }),
  isActive: (editor) => editor.isActive(name),
  isPossible: (editor) => editor.can().toggleMark(name),
  run: (editor) => editor.chain().focus().toggleMark(name).run(),
});

export const MARK_TOOLS: readonly ToolbarTool[] = [
  markTool('bold', IconBold, 'Mod+B'),
  markTool('italic', IconItalic, 'Mod+I'),
  markTool('underline', IconUnderline, 'Mod+U'),
];

/** The less common marks. */
export const MORE_MARKS: readonly ToolbarTool[] = [
  markTool('strike', IconStrikethrough, 'Mod+Shift+S'),
  markTool('code', IconCode, 'Mod+E'),
  markTool('subscript', IconSubscript, 'Mod+,'),
  markTool('superscript', IconSuperscript, 'Mod+.'),
  {
    name: 'clear',
    icon: IconClearFormatting,
    label: (t) => t('richText.clear'),
    run: (editor) => editor.chain().focus().unsetAllMarks().run(),
  },
];

export const LISTS: readonly ToolbarTool[] = WRAPS.map((wrap) => ({
  ...wrap,
  keys: { bulletList: 'Mod+Shift+8', orderedList: 'Mod+Shift+7', blockquote: 'Mod+Shift+B' }[wrap.name]!,
}));

export const linkTools = ({ openLink, insertPicture }: Openers): readonly ToolbarTool[] => [
  {
    name: 'link',
    icon: IconLink,
    label: (t) => t('richText.link.title'),
    keys: 'Mod+K',
    isActive: (editor) => editor.isActive('link'),
    isPossible: (editor) => !editor.isActive('codeBlock'),
    run: openLink,
  },
  { name: 'picture', icon: IconPhoto, label: (t) => t('richText.picture.insert'), run: insertPicture },
];

export const historyTools = (history: InputHistory): readonly ToolbarTool<unknown>[] => [
  {
    name: 'undo',
    icon: IconArrowBackUp,
    label: (t) => t('richText.undo'),
    keys: 'Mod+Z',
    isPossible: history.canUndo,
    run: history.undo,
  },
  {
    name: 'redo',
    icon: IconArrowForwardUp,
    label: (t) => t('richText.redo'),
    keys: 'Mod+Shift+Z',
    isPossible: history.canRedo,
    run: history.redo,
  },
];

export const sourceTool = ({ openSource }: Openers): ToolbarTool => ({
  name: 'source',
  icon: IconSourceCode,
  label: (t) => t('richText.source.show'),
  run: openSource,
});
