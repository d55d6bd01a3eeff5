import {
  Button,
  Checkbox,
  Group,
  Image,
  Input,
  SegmentedControl,
  Stack,
  Text,
  Textarea,
  TextInput,
} from '@mantine/core';
import type { Editor } from '@tiptap/core';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { BlockAtPosition } from '../block/moveBlock.ts';
import { isTypedHref } from '../document/href.ts';
import { PICTURES } from '../document/pictures.ts';
import { TargetInput } from '../link/TargetInput.tsx';
import { useRichTextContext } from '../sources.ts';
import { type TrackedPosition, trackPosition } from '../trackPosition.ts';

interface PictureDialogProps {
  readonly editor: Editor;
  readonly position: number;
  onClose(): void;
}

const FLOATS = ['none', 'left', 'right', 'center'] as const;

interface PictureDraft {
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
  const place = useTrackedPosition(editor, position);
  const [before] = useState(() => editor.state.doc.nodeAt(position)?.attrs as PictureDraft | undefined);
  const [draft, setDraft] = useState(before);
  const [problem, setProblem] = useState<'wrongLink' | 'gone'>();
  if (draft === undefined || before === undefined) return null;
  const change = (values: Partial<PictureDraft>): void => {
    setProblem(undefined);
    setDraft({ ...draft, ...values });
  };
  const text = (name: 'alt' | 'caption' | 'title' | 'width') => ({
    value: draft[name] ?? '',
    onChange: ({ currentTarget: { value } }: { currentTarget: { value: string } }) => change({ [name]: value || null }),
  });

  const submit = (event: FormEvent): void => {
    event.preventDefault();
    event.stopPropagation();
    const isRight = draft.href === before.href || draft.href === null || isTypedHref(draft.href);
    if (!isRight) setProblem('wrongLink');
    else if (updatePicture(editor, place(), before, draft)) onClose();
    else setProblem('gone');
  };
  const replace = async (): Promise<void> => {
    const picked = await sources.pickPicture();
    if (picked) change({ src: picked.src, alt: picked.alt ?? draft.alt });
  };
  const remove = (): void => {
    const found = pictureAt(editor, place(), before);
    if (found) editor.view.dispatch(editor.state.tr.delete(found.position, found.position + found.node.nodeSize));
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
          <Input.Label component="div" id="picture-float">
            {t('richText.picture.float')}
          </Input.Label>
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
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            {...text('width')}
          />
          <TextInput label={t('richText.picture.name')} {...text('title')} />
        </Group>
        <TargetInput
          label={t('richText.picture.link')}
          value={draft.href ?? ''}
          onChange={(href) => change({ href: href || null })}
          error={problem === 'wrongLink' ? t('richText.link.wrong') : undefined}
        />
        {draft.href && (
          <Checkbox
            label={t('richText.link.newWindow')}
            checked={draft.linkTarget === '_blank'}
            onChange={({ currentTarget: { checked } }) => change({ linkTarget: checked ? '_blank' : null })}
          />
        )}
        {problem === 'gone' && (
          <Text c="red" size="sm" role="alert">
            {t('richText.picture.gone')}
          </Text>
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

/** Follows a position while a dialog is open: others may change the text meanwhile. */
function useTrackedPosition(editor: Editor, start: number): () => number {
  const tracked = useRef<TrackedPosition>(null);
  useEffect(() => {
    tracked.current = trackPosition(editor, start);
    return tracked.current.stop;
  }, [editor, start]);
  return () => tracked.current?.at() ?? start;
}

/** The picture that the dialog was opened on. */
function pictureAt(editor: Editor, position: number, { src }: PictureDraft): BlockAtPosition | undefined {
  const node = editor.state.doc.nodeAt(position);
  const isIt = (Object.values(PICTURES) as string[]).includes(node?.type.name ?? '') && node?.attrs['src'] === src;
  return node && isIt ? { node, position } : undefined;
}

/** Writes what was changed as a single undo step. @returns false if the picture is no longer there */
function updatePicture(editor: Editor, position: number, before: PictureDraft, draft: PictureDraft): boolean {
  const found = pictureAt(editor, position, before);
  if (found === undefined) return false;
  const changes = Object.entries(draft).filter(([name, value]) => value !== before[name as keyof PictureDraft]);
  const attrs = { ...found.node.attrs, ...Object.fromEntries(changes) };
  editor.view.dispatch(editor.state.tr.setNodeMarkup(position, null, attrs, found.node.marks));
  return true;
}
