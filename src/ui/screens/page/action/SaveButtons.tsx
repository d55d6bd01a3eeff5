import { Button, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { tellDone } from '../../../parts/dialog/tell.tsx';
import { settingsQuery } from '../../../wire/queries.ts';
import { DraftButtons, PublishPanel } from '../../changes/DraftButtons.tsx';
import type { PageForm } from '../form/usePageForm.ts';
import type { PagePublishing } from '../form/usePublishing.ts';
import { publicAddress } from './publicAddress.ts';

interface SaveButtonsProps {
  readonly pageForm: PageForm;
  readonly publishing: PagePublishing;
  readonly isChanged: boolean;
  onSave(): void;
}

/** The buttons that save and publish a page. */
export const SaveButtons = (props: SaveButtonsProps) =>
  props.pageForm.isInChange ? <ChangeButtons {...props} /> : <PageButtons {...props} />;

/** For work in a change that was entered: saving publishes nothing, and the change is published as a whole. */
function ChangeButtons({ pageForm, isChanged, onSave }: SaveButtonsProps) {
  const { t } = useTranslation();
  const { edited, isSaving, save } = pageForm;
  const publishWith = async (): Promise<void> => {
    if (await save({ status: 'published' })) tellDone(t('changes.goesLiveWith'));
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
  const { draft, data } = pageForm.edited;
  return (
    <DraftButtons
      draftForm={pageForm}
      publishing={publishing}
      isChanged={isChanged}
      hasNews={isChanged || draft !== null || data.status !== 'published'}
      onSave={onSave}
      panel={(onClose) => (
        <PublishPanel
          draftForm={pageForm}
          publishing={publishing}
          scheduledAt={draft ? draft.scheduledAt : data.scheduledAt}
          differText={(count) => t('page.willDiffer', { count })}
          onClose={onClose}
        >
          {!draft && <BecomesReadable pageForm={pageForm} />}
        </PublishPanel>
      )}
    />
  );
}

function BecomesReadable({ pageForm }: Pick<SaveButtonsProps, 'pageForm'>) {
  const { t } = useTranslation();
  const { data: settings } = useQuery(settingsQuery);
  const address = settings && publicAddress(pageForm.edited.data, settings);
  return (
    <Text size="sm">
      {t('page.becomesReadable')} {address && <span dir="ltr">{address}</span>}
    </Text>
  );
}
