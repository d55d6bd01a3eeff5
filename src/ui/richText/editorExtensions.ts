import type { Extensions } from '@tiptap/core';
import { Placeholder } from '@tiptap/extensions';
import { shownCodeBlock } from './code/CodeBlockView.tsx';
import { documentExtensions } from './document/extensions.ts';
import { editorKeys, type KeyTargets } from './keys.ts';
import { pasting } from './paste/pasting.ts';
import { shownPictures } from './picture/PictureView.tsx';
import { type Slash, slashMenu } from './slash/slashMenu.ts';

interface EditorParts {
  readonly slash: Slash;
  readonly keys: KeyTargets;
  readonly placeholder: string;
  insertFiles(files: readonly File[], position: number): void;
}

/** All extensions of the editor: the schema with its node views, and everything that responds to the user. */
export function editorExtensions({ slash, keys, placeholder, insertFiles }: EditorParts): Extensions {
  const shown = [...shownPictures(), shownCodeBlock()];
  const names = new Set(shown.map(({ name }) => name));
  return [
    ...documentExtensions().filter(({ name }) => !names.has(name)),
    ...shown,
    Placeholder.configure({ placeholder }),
    slashMenu(slash),
    editorKeys(keys),
    pasting({ insertFiles }),
  ];
}
