import { Button, Checkbox, Group, Stack, TextInput } from '@mantine/core';
import type { Editor } from '@tiptap/core';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isTypedHref } from '../document/href.ts';
import type { PageChoice } from '../sources.ts';
import { TargetInput } from './TargetInput.tsx';

interface LinkDialogProps {
  readonly editor: Editor;
  onClose(): void;
}

interface LinkDraft {
  readonly href: string;
  readonly text: string;
  readonly isNewWindow: boolean;
}

/** Asks where the selected text, or the link at the cursor, should lead. */
export function LinkDialog({ editor, onClose }: LinkDialogProps) {
  const { t } = useTranslation();
  const [before] = useState(() => editor.getAttributes('link') as { href?: string | null; target?: string | null });
  const isLink = editor.isActive('link');
  const needsText = !isLink && editor.state.selection.empty;
  const [draft, setDraft] = useState<LinkDraft>({
    href: before.href ?? '',
    text: '',
    isNewWindow: before.target === '_blank',
  });
  /** The title of the chosen page. It is the text of the link unless another is typed. */
  const [title, setTitle] = useState<string>();
  const textFor = ({ text }: LinkDraft, page: PageChoice | undefined): string =>
    text === '' || text === title ? (page?.title ?? '') : text;
  const [isWrong, setWrong] = useState(false);

  const submit = (event: FormEvent): void => {
    event.preventDefault();
    // In React's tree the dialog is inside the form of the page, which must not be submitted.
    event.stopPropagation();
    const isRight = draft.href === before.href || isTypedHref(draft.href);
    setWrong(!isRight);
    if (!isRight) return;
    setLink(editor, draft, needsText);
    onClose();
  };
  const remove = (): void => {
    editor.chain().extendMarkRange('link').unsetLink().run();
    onClose();
  };
  return (
    <form onSubmit={submit} noValidate>
      <Stack>
        <TargetInput
          label={t('richText.link.target')}
          value={draft.href}
          onChange={(href, page) => {
            setWrong(false);
            setDraft((one) => ({ ...one, href, text: textFor(one, page) }));
            setTitle(page?.title);
          }}
          error={isWrong ? t('richText.link.wrong') : undefined}
          autoFocus
        />
        {needsText && (
          <TextInput
            label={t('richText.link.text')}
            value={draft.text}
            onChange={({ currentTarget: { value } }) => setDraft((one) => ({ ...one, text: value }))}
          />
        )}
        <Checkbox
          label={t('richText.link.newWindow')}
          checked={draft.isNewWindow}
          onChange={({ currentTarget: { checked } }) => setDraft((one) => ({ ...one, isNewWindow: checked }))}
        />
        <Group justify="flex-end">
          {isLink && (
            <Button variant="subtle" color="red" onClick={remove} me="auto">
              {t('richText.link.remove')}
            </Button>
          )}
          <Button variant="default" onClick={onClose}>
            {t('common.cancel')}
          </Button>
          <Button type="submit">{t('richText.link.set')}</Button>
        </Group>
      </Stack>
    </form>
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
