import { Button, Checkbox, Group, Image, SegmentedControl, Stack, Text, Textarea, TextInput } from '@mantine/core';
import type { Editor } from '@tiptap/core';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { TargetInput } from '../link/TargetInput.tsx';
import { useRichTextContext } from '../sources.ts';

interface PictureDialogProps {
  readonly editor: Editor;
  readonly position: number;
  onClose(): void;
}

const FLOATS = ['none', 'left', 'right', 'center'] as const;

interface Draft {
  readonly src: string | null;
  readonly alt: string | null;
  readonly caption: string | null;
  readonly title: string | null;
  readonly width: string | null;
  readonly float: string | null;
  readonly href: string | null;
  readonly linkTarget: string | null;
}

/** Edits a picture: its texts, its size, its position and its link. */
export function PictureDialog({ editor, position, onClose }: PictureDialogProps) {
  const { t } = useTranslation();
  const { sources } = useRichTextContext();
  const [draft, setDraft] = useState(() => editor.state.doc.nodeAt(position)?.attrs as Draft | undefined);
  if (draft === undefined) return null;
  const change = (values: Partial<Draft>): void => setDraft({ ...draft, ...values });
  const text = (name: 'alt' | 'caption' | 'title' | 'width') => ({
    value: draft[name] ?? '',
    onChange: ({ currentTarget: { value } }: { currentTarget: { value: string } }) => change({ [name]: value || null }),
  });

  const submit = (event: FormEvent): void => {
    event.preventDefault();
    event.stopPropagation();
    write(editor, position, draft);
    onClose();
  };
  const replace = async (): Promise<void> => {
    const picked = await sources.pickPicture();
    if (picked) change({ src: picked.src, alt: picked.alt ?? draft.alt });
  };
  const remove = (): void => {
    const node = editor.state.doc.nodeAt(position);
    if (node) editor.view.dispatch(editor.state.tr.delete(position, position + node.nodeSize));
    onClose();
  };
  return (
    <form onSubmit={submit} noValidate>
      <Stack>
        <Group align="flex-end">
          {draft.src && <Image src={draft.src} alt="" h={96} w="auto" maw={200} fit="contain" radius="sm" />}
          <Button variant="default" onClick={() => void replace()}>
            {t('richText.picture.replace')}
          </Button>
        </Group>
        <Textarea
          label={t('richText.picture.alt')}
          description={t('richText.picture.altHelp')}
          autosize
          minRows={2}
          data-autofocus
          {...text('alt')}
        />
        <TextInput label={t('richText.picture.caption')} {...text('caption')} />
        <div>
          <Text size="sm" fw={500} mb={4} id="picture-float">
            {t('richText.picture.float')}
          </Text>
          <SegmentedControl
            aria-labelledby="picture-float"
            fullWidth
            size="xs"
            value={draft.float ?? 'none'}
            onChange={(float) => change({ float: float === 'none' && draft.float === null ? null : float })}
            data={FLOATS.map((value) => ({ value, label: t(`richText.picture.floats.${value}`) }))}
          />
        </div>
        <Group grow align="flex-start">
          <TextInput
            label={t('richText.picture.width')}
            description={t('richText.picture.widthHelp')}
            {...text('width')}
          />
          <TextInput label={t('richText.picture.name')} description=" " {...text('title')} />
        </Group>
        <TargetInput
          label={t('richText.picture.link')}
          value={draft.href ?? ''}
          onChange={(href) => change({ href: href || null })}
        />
        {draft.href && (
          <Checkbox
            label={t('richText.link.newWindow')}
            checked={draft.linkTarget === '_blank'}
            onChange={({ currentTarget: { checked } }) => change({ linkTarget: checked ? '_blank' : null })}
          />
        )}
        <Group justify="flex-end">
          <Button variant="subtle" color="red" onClick={remove} me="auto">
            {t('richText.picture.remove')}
          </Button>
          <Button variant="default" onClick={onClose}>
            {t('common.cancel')}
          </Button>
          <Button type="submit">{t('common.apply')}</Button>
        </Group>
      </Stack>
    </form>
  );
}

/** Writes all attributes as a single undo step. */
function write(editor: Editor, position: number, draft: Draft): void {
  const node = editor.state.doc.nodeAt(position);
  if (node)
    editor.view.dispatch(editor.state.tr.setNodeMarkup(position, null, { ...node.attrs, ...draft }, node.marks));
}
