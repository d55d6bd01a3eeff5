import { Button, Popover } from '@mantine/core';
import { useDisclosure, useHotkeys } from '@mantine/hooks';
import { lazy } from 'react';
import { useTranslation } from 'react-i18next';
import { tellDone } from '../../../parts/dialog/tell.tsx';
import { OnDemand } from '../../../parts/onDemand/OnDemand.tsx';
import { useMayPublish } from '../../../session/useRole.ts';
import type { PageForm } from '../form/usePageForm.ts';
import type { Publishing } from '../form/usePublishing.ts';

const PublishPanel = lazy(async () => ({ default: (await import('./PublishPanel.tsx')).PublishPanel }));

interface SaveButtonsProps {
  readonly pageForm: PageForm;
  readonly publishing: Publishing;
  readonly isChanged: boolean;
  onSave(): void;
}

/** The buttons that save and publish a page. The most likely next step comes last and is the only filled button. */
export const SaveButtons = (props: SaveButtonsProps) =>
  props.pageForm.isInChange ? <ChangeButtons {...props} /> : <PageButtons {...props} />;

/** For work in a change that was entered: saving publishes nothing, and the change is published as a whole. */
function ChangeButtons({ pageForm, isChanged, onSave }: SaveButtonsProps) {
  const { t } = useTranslation();
  const { edited, isSaving, save } = pageForm;
  const publishWith = async (): Promise<void> => {
    if (await save('published')) tellDone(t('changes.goesLiveWith'));
  };
  return (
    <>
      {edited.data.status !== 'published' && (
        <Button variant="default" loading={isSaving} onClick={() => void publishWith()}>
          {t('changes.publishWith')}
        </Button>
      )}
      <Button disabled={!isChanged} loading={isSaving} onClick={onSave}>
        {t('common.save')}
      </Button>
    </>
  );
}

function PageButtons({ pageForm, publishing, isChanged, onSave }: SaveButtonsProps) {
  const { t } = useTranslation();
  const mayPublish = useMayPublish();
  const [isOpen, { open, close }] = useDisclosure(false);
  const { edited, isSaving } = pageForm;
  const hasNews = isChanged || edited.draft !== null || edited.data.status !== 'published';
  // The empty list and `true` make the shortcut work inside inputs and rich text, too.
  useHotkeys([['mod+Enter', () => mayPublish && hasNews && open()]], [], true);
  return (
    <>
      <Button
        variant={mayPublish ? 'default' : 'filled'}
        disabled={!isChanged}
        loading={isSaving && !publishing.isBusy}
        onClick={onSave}
      >
        {t('page.saveDraft')}
      </Button>
      {mayPublish && (
        <Popover opened={isOpen} onChange={close} position="bottom-end" width={360} trapFocus returnFocus shadow="md">
          <Popover.Target>
            <Button disabled={!hasNews} loading={publishing.isBusy} onClick={open} aria-haspopup="dialog">
              {t('page.publish')}
            </Button>
          </Popover.Target>
          <Popover.Dropdown aria-label={t('page.publish')}>
            {isOpen && (
              <OnDemand>
                <PublishPanel pageForm={pageForm} publishing={publishing} onClose={close} />
              </OnDemand>
            )}
          </Popover.Dropdown>
        </Popover>
      )}
    </>
  );
}
