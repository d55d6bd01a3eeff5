import {
  type Icon,
  IconBlockquote,
  IconCode,
  IconH2,
  IconH3,
  IconH4,
  IconH5,
  IconH6,
  IconList,
  IconListNumbers,
  IconMinus,
  IconPhoto,
  IconPilcrow,
  IconTable,
} from '@tabler/icons-react';
import type { Editor } from '@tiptap/core';
import type { TFunction } from 'i18next';

/** A block that a paragraph can be turned into or replaced by. */
export interface BlockCommand {
  readonly name: string;
  readonly icon: Icon;
  label(t: TFunction): string;
  /** Further search words, in any language. */
  readonly words: string;
  isActive(editor: Editor): boolean;
  run(editor: Editor): void;
}

/** Actions that need the editor component. */
export interface Inserts {
  insertPicture(): void;
}

const HEADINGS: readonly (readonly [2 | 3 | 4 | 5 | 6, Icon])[] = [
  [2, IconH2],
  [3, IconH3],
  [4, IconH4],
  [5, IconH5],
  [6, IconH6],
];

/** The kinds of paragraphs. */
export const BLOCK_KINDS: readonly BlockCommand[] = [
  {
    name: 'paragraph',
    icon: IconPilcrow,
    label: (t) => t('richText.paragraph'),
    words: 'text plain absatz',
    isActive: (editor) => editor.isActive('paragraph'),
    run: (editor) => editor.chain().focus().setParagraph().run(),
  },
  ...HEADINGS.map(
    ([level, icon]): BlockCommand => ({
      name: `heading${level}`,
      icon,
      label: (t) => t('richText.heading', { level }),
      words: `h${level} title überschrift`,
      isActive: (editor) => editor.isActive('heading', { level }),
      run: (editor) => editor.chain().focus().setHeading({ level }).run(),
    }),
  ),
  {
    name: 'codeBlock',
    icon: IconCode,
    label: (t) => t('richText.codeBlock'),
    words: 'pre source programm',
    isActive: (editor) => editor.isActive('codeBlock'),
    run: (editor) => editor.chain().focus().setCodeBlock().run(),
  },
];

/** Blocks that contain paragraphs. */
export const WRAPS: readonly BlockCommand[] = [
  {
    name: 'bulletList',
    icon: IconList,
    label: (t) => t('richText.bulletList'),
    words: 'ul unordered list liste aufzählung',
    isActive: (editor) => editor.isActive('bulletList'),
    run: (editor) => editor.chain().focus().toggleBulletList().run(),
  },
  {
    name: 'orderedList',
    icon: IconListNumbers,
    label: (t) => t('richText.orderedList'),
    words: 'ol numbers list liste nummern',
    isActive: (editor) => editor.isActive('orderedList'),
    run: (editor) => editor.chain().focus().toggleOrderedList().run(),
  },
  {
    name: 'blockquote',
    icon: IconBlockquote,
    label: (t) => t('richText.blockquote'),
    words: 'quote citation zitat',
    isActive: (editor) => editor.isActive('blockquote'),
    run: (editor) => editor.chain().focus().toggleBlockquote().run(),
  },
];

/** The order in which the slash menu offers blocks: what is used most comes first. */
const USEFUL_FIRST = [
  ...['paragraph', 'heading2', 'heading3', 'bulletList', 'orderedList', 'image', 'table', 'blockquote', 'codeBlock'],
  ...['horizontalRule', 'heading4', 'heading5', 'heading6'],
];

/** All blocks in the order of the slash menu. */
export const slashBlocksOf = (inserts: Inserts): readonly BlockCommand[] =>
  [...BLOCK_KINDS, ...WRAPS, ...insertsOf(inserts)].sort(
    (one, other) => USEFUL_FIRST.indexOf(one.name) - USEFUL_FIRST.indexOf(other.name),
  );

const TABLE = { rows: 3, cols: 3, withHeaderRow: true };

/** Blocks that can be inserted into the text. */
export const insertsOf = ({ insertPicture }: Inserts): readonly BlockCommand[] => [
  {
    name: 'image',
    icon: IconPhoto,
    label: (t) => t('richText.picture.insert'),
    words: 'image photo figure foto bild',
    isActive: () => false,
    run: insertPicture,
  },
  {
    name: 'table',
    icon: IconTable,
    label: (t) => t('richText.table.insert'),
    words: 'grid rows columns tabelle',
    isActive: (editor) => editor.isActive('table'),
    run: (editor) => editor.chain().focus().insertTable(TABLE).run(),
  },
  {
    name: 'horizontalRule',
    icon: IconMinus,
    label: (t) => t('richText.horizontalRule'),
    words: 'hr rule divider separator linie',
    isActive: () => false,
    run: (editor) => editor.chain().focus().setHorizontalRule().run(),
  },
];
