import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useValue } from '../../../form/FormContext.tsx';
import { stageOf } from '../../../parts/record/StatusBadge.tsx';
import { useMayPublish } from '../../../session/useRole.ts';
import type { useDraft } from '../form/useDraft.ts';
import type { PageAnswer, Status } from '../queries.ts';

interface SaveButtonsProps {
  readonly page: PageAnswer['data'];
  readonly draft: ReturnType<typeof useDraft>;
  readonly isChanged: boolean;
  readonly isSaving: boolean;
  /** Saves without changing the status. */
  onSave(): void;
  onSaveAs(status: Status | undefined, message: string): void;
}

/** The buttons that save a page. The most likely next step comes last and is the only filled button. */
export function SaveButtons(props: SaveButtonsProps) {
  if (props.draft.isInChange) return <ChangeButtons {...props} />;
  return props.page.status === 'published' ? <LiveButtons {...props} /> : <UnpublishedButtons {...props} />;
}

/** For work in a change: saving publishes nothing. The draft of this page alone can be published here. */
function ChangeButtons({ page, draft, isChanged, isSaving, onSave, onSaveAs }: SaveButtonsProps) {
  const { t } = useTranslation();
  const publishes = useMayPublish() && draft.isDraft;
  const isLive = page.status === 'published';
  return (
    <>
      <Button variant={publishes ? 'default' : 'filled'} disabled={!isChanged} loading={isSaving} onClick={onSave}>
        {t(draft.isDraft ? 'changes.saveDraft' : 'common.save')}
      </Button>
      {!isLive && !draft.isDraft && (
        <Button variant="default" loading={isSaving} onClick={() => onSaveAs('published', t('changes.goesLiveWith'))}>
          {t('changes.publishWith')}
        </Button>
      )}
      {publishes && (
        <Button loading={draft.isBusy} onClick={() => void draft.publish()}>
          {t('page.publish')}
        </Button>
      )}
    </>
  );
}

/** For a live page: only people who may publish can save changes directly to it. */
function LiveButtons({ draft, isChanged, isSaving, onSave }: SaveButtonsProps) {
  const { t } = useTranslation();
  const mayPublish = useMayPublish();
  const button = { disabled: !isChanged, loading: isSaving || draft.isBusy };
  return (
    <>
      <Button {...button} variant={mayPublish ? 'default' : 'filled'} onClick={() => void draft.saveAsDraft()}>
        {t(mayPublish ? 'changes.saveDraft' : 'changes.saveToChange')}
      </Button>
      {mayPublish && (
        <Button {...button} onClick={onSave}>
          {t('page.publishChanges')}
        </Button>
      )}
    </>
  );
}

function UnpublishedButtons({ page, isChanged, isSaving, onSave, onSaveAs }: SaveButtonsProps) {
  const { t } = useTranslation();
  const [scheduledAt] = useValue(['scheduledAt']);
  const mayPublish = useMayPublish();
  const isScheduled =
    stageOf({ status: page.status, scheduledAt: typeof scheduledAt === 'string' ? scheduledAt : null }) === 'scheduled';
  if (isScheduled && mayPublish)
    return (
      <Button loading={isSaving} disabled={!isChanged} onClick={() => onSaveAs(undefined, t('page.scheduled'))}>
        {t('page.schedule')}
      </Button>
    );
  return (
    <>
      {!isScheduled && (
        <Button variant="default" disabled={!isChanged} loading={isSaving} onClick={onSave}>
          {t('page.saveDraft')}
        </Button>
      )}
      <Button
        loading={isSaving}
        disabled={isScheduled && !isChanged}
        onClick={() =>
          onSaveAs(isScheduled ? undefined : 'published', t(mayPublish ? 'page.published' : 'changes.proposed'))
        }
      >
        {t(mayPublish ? 'page.publish' : 'changes.propose')}
      </Button>
    </>
  );
}
