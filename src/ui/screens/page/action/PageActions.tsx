import { ActionIcon, Button } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { IconArrowLeft, IconDots, IconEye } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { lazy } from 'react';
import { useTranslation } from 'react-i18next';
import { useValue } from '../../../form/FormContext.tsx';
import { tellDone } from '../../../parts/dialog/tell.tsx';
import { MenuOnDemand } from '../../../parts/menu/MenuOnDemand.tsx';
import { StatusBadge, stageOf } from '../../../parts/record/StatusBadge.tsx';
import { PageHead } from '../../../parts/screen/PageHead.tsx';
import { useMayPublish } from '../../../session/useRole.ts';
import type { useDraft } from '../form/useDraft.ts';
import type { Status, usePageForm } from '../form/usePageForm.ts';
import classes from './PageActions.module.css';

const loadMenu = () => import('./MoreMenu.tsx');
const MoreMenu = lazy(async () => ({ default: (await loadMenu()).MoreMenu }));

interface PageActionsProps extends ReturnType<typeof usePageForm> {
  readonly isChanged: boolean;
  readonly mayEdit: boolean;
  readonly typeName: string;
  readonly isPreviewing: boolean;
  onPreview(): void;
  readonly draft: ReturnType<typeof useDraft>;
}

/** Where one is, whether it is saved, and the one button that comes next. */
export function PageActions({
  page,
  save,
  isSaving,
  isChanged,
  mayEdit,
  typeName,
  discard,
  draft,
  ...preview
}: PageActionsProps) {
  const { t } = useTranslation();
  const [title] = useValue(['title']);
  const [scheduledAt] = useValue(['scheduledAt']);
  const mayPublish = useMayPublish();
  const next = nextStep({ status: page.status, scheduledAt: typeof scheduledAt === 'string' ? scheduledAt : null });
  const run = async (status: Status | undefined, message: string): Promise<void> => {
    // In a change nothing goes live, nor offline.
    if (await save(status)) tellDone(draft.isInChange ? t('changes.saved') : message);
  };
  const publishWith = async (): Promise<void> => {
    if (await save('published')) tellDone(t('changes.goesLiveWith'));
  };
  const saveNow = (): void => {
    if (!isChanged) return;
    if (draft.isInChange || !mayPublish) void run(undefined, t('changes.saved'));
    else void run(undefined, t(page.status === 'published' ? 'page.savedLive' : 'page.saved'));
  };
  // In texts, too.
  useHotkeys([['mod+S', saveNow]], [], true);

  return (
    <div className={classes.bar}>
      <PageHead
        title={String(title ?? '') || t('page.untitled')}
        back={
          <span className={classes.where}>
            <Link to="/pages" search={{ type: page.type }} className={classes.back}>
              <IconArrowLeft size={15} aria-hidden /> <span dir="auto">{typeName}</span>
            </Link>
            {/* Beside the way back there is room on every width: nothing moves when it comes. */}
            <span role="status" className={classes.unsaved}>
              {isChanged ? t('page.unsaved') : null}
            </span>
          </span>
        }
        detail={<StatusBadge page={page} />}
      >
        {mayEdit && (
          <>
            <ActionIcon
              variant={preview.isPreviewing ? 'light' : 'default'}
              size="input-sm"
              aria-label={t('livePreview.show')}
              aria-pressed={preview.isPreviewing}
              onClick={preview.onPreview}
            >
              <IconEye size={18} />
            </ActionIcon>
            <MenuOnDemand
              load={loadMenu}
              button={
                <ActionIcon variant="default" size="input-sm" aria-label={t('page.more')}>
                  <IconDots size={18} />
                </ActionIcon>
              }
            >
              {(button) => (
                <MoreMenu button={button} page={page} isChanged={isChanged} onSave={run} onDiscard={discard} />
              )}
            </MenuOnDemand>
            {draft.isInChange && (
              <ChangeButtons
                {...{ draft, isChanged, isSaving }}
                isLive={page.status === 'published'}
                onSave={saveNow}
                onPublish={() => void publishWith()}
              />
            )}
            {!draft.isInChange && !mayPublish && page.status === 'published' && (
              <Button disabled={!isChanged} loading={isSaving} onClick={() => void draft.saveAsDraft()}>
                {t('changes.saveToChange')}
              </Button>
            )}
            {!draft.isInChange && mayPublish && page.status === 'published' && (
              <Button
                variant="default"
                disabled={!isChanged}
                loading={isSaving}
                onClick={() => void draft.saveAsDraft()}
              >
                {t('changes.saveDraft')}
              </Button>
            )}
            {!draft.isInChange && next.hasDraft && (
              <Button variant="default" disabled={!isChanged} loading={isSaving} onClick={saveNow}>
                {t('page.saveDraft')}
              </Button>
            )}
            {!draft.isInChange && !mayPublish && page.status !== 'published' && (
              <Button loading={isSaving} onClick={() => void run(next.status, t('changes.proposed'))}>
                {t('changes.propose')}
              </Button>
            )}
            {!draft.isInChange && mayPublish && (
              <Button
                loading={isSaving}
                disabled={next.needsChange && !isChanged}
                onClick={() => void run(next.status, t(next.done))}
              >
                {t(next.label)}
              </Button>
            )}
          </>
        )}
      </PageHead>
    </div>
  );
}

interface ChangeButtonsProps extends Pick<PageActionsProps, 'draft' | 'isChanged' | 'isSaving'> {
  /** Whether the page is among those that go live with the change. */
  readonly isLive: boolean;
  onSave(): void;
  onPublish(): void;
}

/** While a change is worked on saving publishes nothing; a draft of this page alone is published here. */
function ChangeButtons({ draft, isChanged, isSaving, isLive, onSave, onPublish }: ChangeButtonsProps) {
  const { t } = useTranslation();
  const publishes = useMayPublish() && draft.isDraft;
  return (
    <>
      <Button variant={publishes ? 'default' : 'filled'} disabled={!isChanged} loading={isSaving} onClick={onSave}>
        {t(draft.isDraft ? 'changes.saveDraft' : 'common.save')}
      </Button>
      {!isLive && !draft.isDraft && (
        <Button variant="default" loading={isSaving} onClick={onPublish}>
          {t('changes.publishWith')}
        </Button>
      )}
      {publishes && <Button onClick={() => void draft.publish()}>{t('page.publish')}</Button>}
    </>
  );
}

/** What the one button does. */
function nextStep(page: { readonly status: Status; readonly scheduledAt: string | null }) {
  const stage = stageOf(page);
  if (page.status === 'published')
    return { label: 'page.publishChanges', done: 'page.savedLive', needsChange: true, hasDraft: false } as const;
  if (stage === 'scheduled')
    return { label: 'page.schedule', done: 'page.scheduled', needsChange: true, hasDraft: false } as const;
  return {
    label: 'page.publish',
    done: 'page.published',
    status: 'published',
    needsChange: false,
    hasDraft: true,
  } as const;
}
