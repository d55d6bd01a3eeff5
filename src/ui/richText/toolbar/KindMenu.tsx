import { useEditorState } from '@tiptap/react';
import { BLOCK_KINDS } from '../blocks.ts';
import { KindButton } from './KindButton.tsx';
import type { ToolMenuProps } from './toolMenu.ts';

/** Shows and changes the kind of paragraph: plain, heading or code. */
export function KindMenu({ editor, place }: ToolMenuProps) {
  const active = useEditorState({ editor, selector: () => BLOCK_KINDS.find((kind) => kind.isActive(editor))?.name });
  return <KindButton kinds={BLOCK_KINDS} active={active} place={place} onPick={(kind) => kind.run(editor)} />;
}
