import { Button } from '@mantine/core';
import { useDisclosure, useHotkeys } from '@mantine/hooks';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { goToRendered } from '../../form/goTo.ts';
import { clearSuccesses } from '../../parts/dialog/notify.tsx';
import type { PublishActions } from '../../parts/draft/useDraftPublishing.ts';
import { loadOnDemand } from '../../parts/onDemand/loadOnDemand.tsx';
import { useOnDemand } from '../../parts/onDemand/useOnDemand.ts';
import type { PublishPanelProps } from './PublishPanel.tsx';
import type { PublishContent } from './PublishPopover.tsx';

const PublishPopover = loadOnDemand(async () => (await import('./PublishPopover.tsx')).PublishPopover);

interface DraftButtonsProps {
  readonly draftForm: PublishPanelProps['draftForm'] & { readonly isSaving: boolean };
  readonly publishing: PublishActions;
  /** Whether something is typed that no draft has. */
  readonly isChanged: boolean;
  /** Whether the user may decide what visitors see of the record. */
  readonly mayPublish: boolean;
  /** Whether there is something to publish. */
  readonly hasNews: boolean;
  onSave(): void;
  /** The panel is opened or closed. */
  onPanel?(isOpen: boolean): void;
  readonly panel: PublishContent;
}

/** Save draft and Publish. The most likely next step comes last and is the only filled button. */
export function DraftButtons(props: DraftButtonsProps) {
  const { draftForm, publishing, isChanged, mayPublish, hasNews, onSave, onPanel, panel } = props;
  const { t } = useTranslation();
  const [isOpen, { open, close }] = useDisclosure(false, {
    onOpen() {
      clearSuccesses();
      onPanel?.(true);
    },
    onClose: () => onPanel?.(false),
  });
  const lead = useLead(isOpen, close);
  const popover = useOnDemand(PublishPopover.load);
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
      {mayPublish &&
        (popover.isLoaded ? (
          <PublishPopover {...{ draftForm, publishing, panel, isOpen, lead }} button={publish} onClose={close} />
        ) : (
          publish
        ))}
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
