import { Button, Group, Modal } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFocusBack } from '../parts/dialog/useFocusBack.ts';
import { MediaLibraryDialog } from '../parts/media/MediaPicker.tsx';
import { PagePicker } from '../parts/PagePicker.tsx';

/** What a frame has the user choose. */
export type ChooserOptions =
  | { readonly kind: 'page'; readonly types?: readonly string[]; readonly locale?: string }
  | { readonly kind: 'media'; readonly isPicture: boolean };

interface FrameChooserProps {
  readonly options: ChooserOptions;
  /** Gets the id; null if nothing was chosen. */
  onDone(id: number | null): void;
}

/** Quire's own choosers, for a frame. */
export function FrameChooser({ options, onDone }: FrameChooserProps) {
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
