import { markdown, markdownLanguage } from '@codemirror/lang-markdown';
import { type Extension, Prec } from '@codemirror/state';
import { EditorView, keymap } from '@codemirror/view';
import { Modal } from '@mantine/core';
import { useId } from '@mantine/hooks';
import { type RefObject, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CodeEditor, type CodeEditorProps } from '../codeField/CodeEditor.tsx';
import { LinkTargetForm } from '../richText/link/LinkTargetForm.tsx';
import { RichTextProvider, type RichTextSources } from '../richText/sources.ts';
import { focusBar } from '../richText/toolbar/Bar.tsx';
import { insertText } from './insertText.ts';
import { linkAt, pictureText, removeLink, setMarkdownLink } from './links.ts';
import { MarkdownToolbar } from './MarkdownToolbar.tsx';
import { markdownPasting } from './pasting.ts';
import { insertTools, markTools, toolKeys, wrapTools } from './tools.ts';
import { trackRange, viewUpdates } from './viewUpdates.ts';

export interface MarkdownEditorProps extends CodeEditorProps {
  readonly sources: RichTextSources;
}

/** A text in Markdown, with the toolbar, the links and the pictures of rich text. */
export function MarkdownEditor({ sources, attributes, ...props }: MarkdownEditorProps) {
  const { t } = useTranslation();
  const { history, disabled = false } = props;
  const id = useId();
  const [view, setView] = useState<EditorView | null>(null);
  const [isLinking, setLinking] = useState(false);
  const toolbar = useRef<HTMLDivElement>(null);
  const latestSources = useRef(sources);
  latestSources.current = sources;
  const [{ inserts, extensions }] = useState(() => setUp(latestSources, toolbar, () => setLinking(true)));
  const describedBy = [attributes['aria-describedby'], !disabled && `${id}-keys`].filter(Boolean).join(' ');

  const close = (): void => {
    setLinking(false);
    // After the dialog has returned the focus.
    setTimeout(() => view?.focus());
  };
  return (
    <RichTextProvider value={useMemo(() => ({ sources, open: () => undefined }), [sources])}>
      <CodeEditor
        {...props}
        attributes={{ ...attributes, id: `${id}-text`, ...(describedBy && { 'aria-describedby': describedBy }) }}
        extensions={extensions}
        onOpen={setView}
        toolbar={
          view &&
          history &&
          !disabled && (
            <MarkdownToolbar ref={toolbar} view={view} inserts={inserts} history={history} controls={`${id}-text`} />
          )
        }
      />
      <span id={`${id}-keys`} hidden>
        {t('richText.toolbarKeys')}
      </span>
      <Modal
        opened={isLinking}
        onClose={close}
        title={t('richText.link.title')}
        returnFocus={false}
        closeButtonProps={{ 'aria-label': t('common.close') }}
      >
        {view && <TextLinkForm view={view} onClose={close} />}
      </Modal>
    </RichTextProvider>
  );
}

function TextLinkForm({ view, onClose }: { readonly view: EditorView; onClose(): void }) {
  const [before] = useState(() => linkAt(view.state));
  return (
    <LinkTargetForm
      before={{ href: before?.href ?? '', isNewWindow: false }}
      isLink={before !== undefined}
      needsText={before === undefined && view.state.selection.main.empty}
      hasWindow={false}
      onSet={(link) => view.dispatch(setMarkdownLink(view.state, link))}
      onRemove={() => view.dispatch(removeLink(view.state))}
      onClose={onClose}
    />
  );
}

/** The tools and extensions of an editor; created once for each. */
function setUp(sources: RefObject<RichTextSources>, toolbar: RefObject<HTMLDivElement | null>, openLink: () => void) {
  const inserts = insertTools({ openLink, insertPicture: (view) => void pickPicture(view, sources.current) });
  const extensions: readonly Extension[] = [
    markdown({ base: markdownLanguage }),
    EditorView.theme({ '.cm-line': { paddingInline: '12px' } }),
    viewUpdates,
    markdownPasting({ uploadPicture: (file) => sources.current.uploadPicture(file) }),
    toolKeys([...markTools, ...wrapTools, ...inserts]),
    Prec.high(keymap.of([{ key: 'Alt-F10', run: () => focusBar(toolbar) }])),
  ];
  return { inserts, extensions };
}

async function pickPicture(view: EditorView, sources: RichTextSources): Promise<void> {
  const place = trackRange(view, view.state.selection.main);
  const picked = await sources.pickPicture();
  place.stop();
  if (picked) insertText(view, place.at(), pictureText(picked));
}
