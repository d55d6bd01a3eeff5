import { Button } from '@mantine/core';
import { useDisclosure, useHotkeys } from '@mantine/hooks';
import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { goToRendered } from '../../form/goTo.ts';
import { clearSuccesses } from '../../parts/dialog/tell.tsx';
import type { DraftForm } from '../../parts/draft/useDraftForm.ts';
import type { PublishActions } from '../../parts/draft/useDraftPublishing.ts';
import { useOnDemand } from '../../parts/onDemand/useOnDemand.ts';
import { useMayPublish } from '../../session/useRole.ts';

const loadPopover = () => import('./PublishPopover.tsx');
const PublishPopover = lazy(async () => ({ default: (await loadPopover()).PublishPopover }));

interface DraftButtonsProps {
  readonly draftForm: Pick<DraftForm<never>, 'isSaving'>;
  readonly publishing: PublishActions;
  /** Whether something is typed that no draft has. */
  readonly isChanged: boolean;
  /** Whether there is something to publish. */
  readonly hasNews: boolean;
  onSave(): void;
  /** The panel is opened or closed. */
  onPanel?(isOpen: boolean): void;
  /** The panel that says what will be different and publishes it. */
  panel(onClose: () => void, onLead: (path: readonly string[]) => void): ReactNode;
}

/** Save draft and Publish. The most likely next step comes last and is the only filled button. */
export function DraftButtons({ draftForm, publishing, isChanged, hasNews, onSave, onPanel, panel }: DraftButtonsProps) {
  const { t } = useTranslation();
  const mayPublish = useMayPublish();
  const [isOpen, { open, close }] = useDisclosure(false, {
    onOpen() {
      clearSuccesses();
      onPanel?.(true);
    },
    onClose: () => onPanel?.(false),
  });
  const lead = useLead(isOpen, close);
  const popover = useOnDemand(loadPopover);
  const show = (): void => {
    open();
    void popover.want();
  };
  const publish = (
    <Button
      disabled={!hasNews}
      loading={publishing.isBusy}
      onClick={show}
      onPointerEnter={popover.prepare}
      onFocus={popover.prepare}
      aria-haspopup="dialog"
    >
      {t('draft.publish')}
    </Button>
  );
  // The empty list and `true` make the shortcut work inside inputs and rich text, too.
  useHotkeys([['mod+Enter', () => mayPublish && hasNews && show()]], [], true);
  return (
    <>
      <Button
        variant={mayPublish ? 'default' : 'filled'}
        disabled={!isChanged}
        loading={draftForm.isSaving && !publishing.isBusy}
        onClick={onSave}
      >
        {t('draft.save')}
      </Button>
      {mayPublish && (
        <Suspense fallback={publish}>
          {popover.isLoaded ? (
            <PublishPopover {...{ isOpen, panel, lead }} button={publish} onClose={close} />
          ) : (
            publish
          )}
        </Suspense>
      )}
    </>
  );
}

/** Closes the panel and goes to the input of a value; the focus does not return to the button then. */
function useLead(isOpen: boolean, close: () => void) {
  const [path, setPath] = useState<readonly string[]>();
  useEffect(() => (path === undefined || isOpen ? undefined : goToRendered(path)), [path, isOpen]);
  useEffect(() => {
    if (isOpen) setPath(undefined);
  }, [isOpen]);
  return {
    isLeading: path !== undefined,
    to(next: readonly string[]) {
      setPath([...next]);
      close();
    },
  };
}

/** The panel that says what publishing will change, loaded when it is opened. */
export const LazyPublishPanel = lazy(async () => ({ default: (await import('./PublishPanel.tsx')).PublishPanel }));
