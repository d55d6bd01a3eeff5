import { Button, Group, Modal, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { FrameRequest } from '../../../frame/protocol.ts';
import type { MediaChoice, PageChoice } from '../../../frame/types.ts';
import { confirm } from '../../parts/dialog/confirm.tsx';
import { notifyErrorMessage, notifySuccess } from '../../parts/dialog/notify.tsx';
import { useFocusBack } from '../../parts/dialog/useFocusBack.ts';
import { MediaLibraryDialog } from '../../parts/media/MediaPicker.tsx';
import { namedPageQuery, PagePicker } from '../../parts/PagePicker.tsx';
import { mediaItemQuery } from '../../wire/useMediaItem.ts';
import type { ReadRequest } from '../host/connectFrame.ts';
import type { FrameAddress } from '../host/frameProps.ts';
import { callEndpoint } from './callEndpoint.ts';
import { FrameRefusal } from './FrameRefusal.ts';
import {
  readCall,
  readMediaOptions,
  readNote,
  readPageOptions,
  readProposedValue,
  readQuestion,
} from './readRequest.ts';

interface AnswerOptions {
  readonly source: FrameAddress;
  readonly title: string;
  readonly locale: string | null;
  /** @throws FrameRefusal if the value is not taken */
  propose(field: string | undefined, value: unknown): void;
  /** Whether the user is in the frame. */
  hasFocus(): boolean;
}

export type AnswerRequest = (request: ReadRequest) => unknown;

interface OpenChooser {
  readonly options: ChooserOptions;
  settle(id: number | null): void;
}

/** Answers the requests of a frame with Quire's own dialogs. The element is the chooser that is open. */
export function useAnswerRequest({ source, title, locale, propose, hasFocus }: AnswerOptions): {
  readonly element: ReactNode;
  readonly answer: AnswerRequest;
} {
  const { t } = useTranslation('frames');
  const client = useQueryClient();
  const [chooser, setChooser] = useState<OpenChooser | null>(null);
  const [limits] = useState(createLimits);

  /** @throws FrameRefusal if the user is elsewhere, or is asked something already */
  async function withUser<T>(ask: () => Promise<T>): Promise<T> {
    if (!hasFocus()) throw new FrameRefusal('unfocused');
    limits.beginDialog();
    try {
      return await ask();
    } finally {
      limits.endDialog();
    }
  }
  const choose = (options: ChooserOptions): Promise<number | null> =>
    withUser(() => new Promise((settle) => setChooser({ options, settle })));

  async function pickPage(input: unknown): Promise<PageChoice | null> {
    const id = await choose({ kind: 'page', ...(locale !== null && { locale }), ...readPageOptions(input) });
    const page = id === null ? null : await client.fetchQuery(namedPageQuery(id));
    return page && { id: page.id, title: page.title, slug: page.slug, locale: page.locale, type: page.type };
  }
  async function pickMedia(input: unknown): Promise<MediaChoice | null> {
    const id = await choose({ kind: 'media', ...readMediaOptions(input) });
    const item = id === null ? null : await client.fetchQuery(mediaItemQuery(id));
    if (!item) return null;
    const { originalName, mimeType, width, height, url } = item;
    return { id: item.id, title: item.title, altText: item.altText, originalName, mimeType, width, height, url };
  }
  const answers: Readonly<Record<FrameRequest, (input: unknown) => unknown>> = {
    propose(input) {
      const { field, value } = readProposedValue(input);
      propose(field, value);
    },
    pickPage,
    pickMedia,
    confirm(input) {
      const question = readQuestion(input);
      return withUser(() => confirm({ ...question, more: <Asker words={t('asks', { title })} /> }));
    },
    notify(input) {
      const { text, isError } = readNote(input);
      limits.countNote();
      (isError ? notifyErrorMessage : notifySuccess)(`${title}: ${text}`);
    },
    call: (input) => callEndpoint(source.extension, readCall(input)),
  };
  const finish = (id: number | null): void => {
    setChooser(null);
    chooser?.settle(id);
  };
  return {
    element: chooser && <FrameChooser options={chooser.options} onDone={finish} />,
    answer: ({ name, input }) => answers[name](input),
  };
}

/** Who asks: a dialog of a frame looks like one of Quire's. */
const Asker = ({ words }: { readonly words: string }) => (
  <Text size="xs" c="dimmed" mt="sm">
    {words}
  </Text>
);

/** How many notes of a frame may be shown within this time. */
const [MOST_NOTES, NOTES_MS] = [3, 10_000];

/** Bounds how often a frame may turn to the user. */
function createLimits() {
  let hasDialog = false;
  let notes: readonly number[] = [];
  return {
    /** @throws FrameRefusal if one is open */
    beginDialog(): void {
      if (hasDialog) throw new FrameRefusal('busy');
      hasDialog = true;
    },
    endDialog(): void {
      hasDialog = false;
    },
    /** @throws FrameRefusal if there were too many */
    countNote(): void {
      const now = performance.now();
      notes = notes.filter((at) => now - at < NOTES_MS);
      if (notes.length >= MOST_NOTES) throw new FrameRefusal('busy');
      notes = [...notes, now];
    },
  };
}

/** What a frame has the user choose. */
type ChooserOptions =
  | { readonly kind: 'page'; readonly types?: readonly string[]; readonly locale?: string }
  | { readonly kind: 'media'; readonly isPicture: boolean };

interface FrameChooserProps {
  readonly options: ChooserOptions;
  /** Gets the id; null if nothing was chosen. */
  onDone(id: number | null): void;
}

/** Quire's own choosers, for a frame. */
function FrameChooser({ options, onDone }: FrameChooserProps) {
  const dismiss = (): void => onDone(null);
  if (options.kind === 'page') return <PageChooser {...options} onDone={onDone} />;
  return <MediaLibraryDialog isPicture={options.isPicture} onPick={([id = null]) => onDone(id)} onClose={dismiss} />;
}

type PageChooserProps = Extract<ChooserOptions, { readonly kind: 'page' }> & Pick<FrameChooserProps, 'onDone'>;

function PageChooser({ types, locale, onDone }: PageChooserProps) {
  const { t } = useTranslation(['translation', 'frames']);
  useFocusBack();
  const [chosen, setChosen] = useState<number>();
  return (
    <Modal
      opened
      title={t('fields.choosePage')}
      closeButtonProps={{ 'aria-label': t('common.close') }}
      onClose={() => onDone(null)}
    >
      <PagePicker
        aria-label={t('fields.choosePage')}
        types={types}
        locale={locale}
        value={chosen}
        onChange={setChosen}
        data-autofocus
      />
      <Group justify="end" mt="lg">
        <Button variant="default" onClick={() => onDone(null)}>
          {t('common.cancel')}
        </Button>
        <Button disabled={chosen === undefined} onClick={() => onDone(chosen ?? null)}>
          {t('frames:choose')}
        </Button>
      </Group>
    </Modal>
  );
}
