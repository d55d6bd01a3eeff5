import type { Editor } from '@tiptap/core';
import { useState } from 'react';
import { type LinkDraft, LinkTargetForm } from './LinkTargetForm.tsx';

interface LinkDialogProps {
  readonly editor: Editor;
  onClose(): void;
}

/** Asks where the selected text, or the link at the cursor, should lead. */
export function LinkDialog({ editor, onClose }: LinkDialogProps) {
  const [before] = useState(() => editor.getAttributes('link') as { href?: string | null; target?: string | null });
  const isLink = editor.isActive('link');
  const needsText = !isLink && editor.state.selection.empty;
  return (
    <LinkTargetForm
      before={{ href: before.href ?? '', isNewWindow: before.target === '_blank' }}
      isLink={isLink}
      needsText={needsText}
      onSet={(draft) => setLink(editor, draft, needsText)}
      onRemove={() => editor.chain().extendMarkRange('link').unsetLink().run()}
      onClose={onClose}
    />
  );
}

function setLink(editor: Editor, { href, text, isNewWindow }: LinkDraft, needsText: boolean): void {
  const attrs = { href, target: isNewWindow ? '_blank' : null };
  const chain = editor.chain();
  if (needsText) {
    const shown = text.trim() || href.replace(/^page:/, '');
    chain
      .insertContent({ type: 'text', text: shown, marks: [{ type: 'link', attrs }] })
      .unsetMark('link')
      .run();
  } else chain.extendMarkRange('link').setMark('link', attrs).run();
}
