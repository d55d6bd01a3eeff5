import { markdown, markdownLanguage } from '@codemirror/lang-markdown';
import { type Extension, Prec } from '@codemirror/state';
import { EditorView, keymap } from '@codemirror/view';
import { Modal } from '@mantine/core';
import { useId } from '@mantine/hooks';
import { IconH1 } from '@tabler/icons-react';
import { memo, type RefObject, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { CodeEditor, type CodeEditorProps } from '../codeField/CodeEditor.tsx';
import type { InputHistory } from '../form/document.ts';
import { BLOCK_KINDS } from '../richText/blocks.ts';
import { LinkTargetForm } from '../richText/link/LinkTargetForm.tsx';
import { RichTextProvider, type RichTextSources } from '../richText/sources.ts';
import { Bar, focusBar, readTools, type ToolbarPart, type ToolStates } from '../richText/toolbar/Bar.tsx';
import { KindButton } from '../richText/toolbar/KindButton.tsx';
import type { ToolMenuProps } from '../richText/toolbar/toolMenu.ts';
import { historyTools } from '../richText/toolbar/tools.ts';
import { insertText } from './insertText.ts';
import { type KindName, kindAt, setKind } from './kinds.ts';
import { linkAt, pictureText, removeLink, setMarkdownLink } from './links.ts';
import { markdownPasting } from './pasting.ts';
import { focused, insertTools, markTools, type TextTool, toolKeys, wrapTools } from './tools.ts';
import { trackRange, useViewState, viewUpdates } from './viewUpdates.ts';

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

interface MarkdownToolbarProps {
  readonly view: EditorView;
  readonly inserts: readonly TextTool[];
  readonly history: InputHistory;
  /** The id of the text. */
  readonly controls: string;
  readonly ref: RefObject<HTMLDivElement | null>;
}

/** The toolbar of Markdown: that of rich text, with what Markdown can say. */
const MarkdownToolbar = memo(function MarkdownToolbar(props: MarkdownToolbarProps) {
  const { view, inserts, history, controls, ref } = props;
  const groups = useMemo(
    (): readonly (readonly ToolbarPart<EditorView>[])[] => [
      [{ name: 'kind', Menu: MarkdownKindMenu }],
      markTools,
      wrapTools,
      inserts,
      historyTools(history),
    ],
    [inserts, history],
  );
  const read = (): string => JSON.stringify(readTools(view, groups.flat()));
  // Whether there is something to undo changes without the editor.
  useSyncExternalStore(history.subscribe, read);
  const states = JSON.parse(useViewState(view, read)) as ToolStates;
  return <Bar {...{ groups, states, controls, ref }} editor={view} />;
});

const HEADING_1: (typeof BLOCK_KINDS)[number] = {
  ...BLOCK_KINDS.find(({ name }) => name === 'heading2')!,
  name: 'heading1',
  icon: IconH1,
  label: (t) => t('richText.heading', { level: 1 }),
};

/** Shows and changes the kind of paragraph. */
function MarkdownKindMenu({ editor, place }: ToolMenuProps<EditorView>) {
  const active = useViewState(editor, kindAt);
  // The first level is the title of the page; a text may have it all the same.
  const kinds = active === 'heading1' ? [...BLOCK_KINDS.slice(0, 1), HEADING_1, ...BLOCK_KINDS.slice(1)] : BLOCK_KINDS;
  // The kinds of rich text are those of Markdown.
  const pick = ({ name }: { readonly name: string }): void => focused(setKind(name as KindName))(editor);
  return <KindButton kinds={kinds} active={active} place={place} onPick={pick} />;
}
