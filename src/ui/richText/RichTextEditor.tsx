import { Modal } from '@mantine/core';
import type { Editor } from '@tiptap/core';
import { EditorContent } from '@tiptap/react';
import { memo, type RefObject, useCallback, useId, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { TextMarks } from '../form/FormExtras.tsx';
import { notifyError } from '../parts/dialog/notify.tsx';
import { BlockHandle } from './block/BlockHandle.tsx';
import { slashBlocksOf } from './blocks.ts';
import { editorExtensions } from './editorExtensions.ts';
import type { RichTextInputProps } from './inputProps.ts';
import { LinkBubble } from './link/LinkBubble.tsx';
import { LinkDialog } from './link/LinkDialog.tsx';
import { insertPicture } from './picture/insertPicture.ts';
import { PictureDialog } from './picture/PictureDialog.tsx';
import classes from './RichTextEditor.module.css';
import { SlashMenu } from './slash/SlashMenu.tsx';
import { useSlash } from './slash/useSlash.ts';
import { SourceDialog } from './source/SourceDialog.tsx';
import { type RichTextDialog, RichTextProvider, type RichTextSources } from './sources.ts';
import { TextLength } from './TextLength.tsx';
import { focusBar } from './toolbar/Bar.tsx';
import { Toolbar } from './toolbar/Toolbar.tsx';
import { trackPosition } from './trackPosition.ts';
import type { Entrance } from './useEntrance.ts';
import { useLetIn } from './useLetIn.ts';
import { useRichText } from './useRichText.ts';

export interface RichTextEditorProps extends RichTextInputProps {
  /** Gives out how somebody came in before there was an editor. */
  entrance(): Entrance | undefined;
}

/** The editor itself: the toolbar, the text, and the dialogs and menus above it. */
export function RichTextEditor({ entrance, ...props }: RichTextEditorProps) {
  const { value, onChange, sources, history, disabled = false, min, max, hasProblem = false, path } = props;
  const { t } = useTranslation();
  const id = useId();
  const [dialog, setDialog] = useState<RichTextDialog | null>(null);
  const toolbar = useRef<HTMLDivElement>(null);
  const editorRef = useRef<Editor | null>(null);

  const latestChange = useRef(onChange);
  latestChange.current = onChange;
  const applySource = useCallback<typeof onChange>((next) => latestChange.current(next, { isSeparate: true }), []);
  const latestSources = useRef(sources);
  latestSources.current = sources;
  const [acts] = useState(() => actsOf(editorRef, latestSources, setDialog, toolbar));
  const blocks = useMemo(() => slashBlocksOf(acts), [acts]);
  const { slash, suggestion, active, setActive } = useSlash(blocks);
  const placeholder = t('richText.placeholder');
  const extensions = useMemo(
    () => editorExtensions({ slash, keys: acts, placeholder, insertFiles: acts.insertFiles }),
    [slash, acts, placeholder],
  );
  const editor = useRichText({
    value,
    onChange,
    extensions,
    isEditable: !disabled,
    history,
    editorProps: useTextAttributes(props, id),
  });
  editorRef.current = editor;
  useLetIn(editor, entrance);

  return (
    <RichTextProvider value={useMemo(() => ({ sources, open: setDialog }), [sources])}>
      <div
        className={classes.frame}
        data-disabled={disabled || undefined}
        data-problem={hasProblem || undefined}
        dir={props.dir}
      >
        {!disabled && (
          <Toolbar ref={toolbar} editor={editor} openers={acts} history={history} controls={`${id}-text`} />
        )}
        <EditorContent editor={editor} className={classes.content} />
        {!disabled && <BlockHandle editor={editor} />}
        {!disabled && <LinkBubble editor={editor} />}
        {path && <TextMarks path={path} editor={editor} />}
        <span id={`${id}-keys`} hidden>
          {t('richText.toolbarKeys')}
        </span>
      </div>
      {(min !== undefined || max !== undefined) && <TextLength id={`${id}-length`} value={value} max={max} min={min} />}
      {suggestion && <SlashMenu id={`${id}-slash`} suggestion={suggestion} active={active} onActive={setActive} />}
      <Dialogs
        editor={editor}
        dialog={dialog}
        onDialog={setDialog}
        // Only the source dialog shows the value; the others need not render on every keystroke.
        value={dialog?.name === 'source' ? value : undefined}
        onChange={applySource}
        disabled={disabled}
      />
    </RichTextProvider>
  );
}

/** The attributes of the text element, memoised: TipTap reconfigures the view whenever they change. */
function useTextAttributes(props: RichTextInputProps, id: string) {
  const { labelledBy, lang, max, disabled = false, required = false, hasProblem = false } = props;
  const describedBy = [props.describedBy, !disabled && `${id}-keys`, max && `${id}-length`].filter(Boolean).join(' ');
  return useMemo(
    () => ({
      attributes: {
        id: `${id}-text`,
        role: 'textbox',
        'aria-multiline': 'true',
        'aria-labelledby': labelledBy,
        'aria-describedby': describedBy,
        'aria-invalid': String(hasProblem),
        'aria-required': String(required),
        ...(disabled && { 'aria-readonly': 'true', tabindex: '0' }),
        ...(lang && { lang }),
        class: classes.text!,
      },
    }),
    [id, labelledBy, describedBy, hasProblem, required, disabled, lang],
  );
}

interface DialogsProps extends Pick<RichTextInputProps, 'value' | 'onChange'> {
  readonly editor: Editor;
  readonly dialog: RichTextDialog | null;
  readonly disabled: boolean;
  onDialog(dialog: null): void;
}

/** The dialogs of the editor. */
const Dialogs = memo(function Dialogs({ editor, dialog, onDialog, value, onChange, disabled }: DialogsProps) {
  const { t } = useTranslation();
  const close = (): void => {
    onDialog(null);
    // After the dialog has returned the focus.
    setTimeout(() => editor.commands.focus());
  };
  const common = { onClose: close, returnFocus: false, closeButtonProps: { 'aria-label': t('common.close') } };
  return (
    <>
      <Modal {...common} opened={dialog?.name === 'link'} title={t('richText.link.title')}>
        <LinkDialog editor={editor} onClose={close} />
      </Modal>
      <Modal {...common} opened={dialog?.name === 'picture'} title={t('richText.picture.title')}>
        {dialog?.name === 'picture' && <PictureDialog editor={editor} position={dialog.position} onClose={close} />}
      </Modal>
      <Modal {...common} opened={dialog?.name === 'source'} title={t('richText.source.title')} size="xl">
        <SourceDialog value={value} disabled={disabled} onApply={onChange} onClose={close} />
      </Modal>
    </>
  );
});

/** The actions of buttons, keys and menus; created once for each editor. */
function actsOf(
  editor: RefObject<Editor | null>,
  sources: RefObject<RichTextSources>,
  open: (dialog: RichTextDialog) => void,
  toolbar: RefObject<HTMLDivElement | null>,
) {
  const insertFiles = async (files: readonly File[], position: number): Promise<void> => {
    const text = editor.current;
    if (text === null) return;
    const place = trackPosition(text, position);
    for (const file of files) {
      try {
        const picture = await sources.current.uploadPicture(file);
        // The page may have been left meanwhile.
        if (text.isDestroyed) break;
        insertPicture(text, place.at(), picture);
      } catch (error) {
        notifyError(error);
      }
    }
    place.stop();
  };
  const pickPicture = async (): Promise<void> => {
    const picked = await sources.current.pickPicture();
    const text = editor.current;
    if (picked && text !== null && !text.isDestroyed) insertPicture(text, text.state.selection.from, picked);
  };
  return {
    openLink: () => open({ name: 'link' }),
    openSource: () => open({ name: 'source' }),
    focusToolbar: () => focusBar(toolbar),
    insertPicture: () => void pickPicture(),
    insertFiles: (files: readonly File[], position: number) => void insertFiles(files, position),
  };
}
