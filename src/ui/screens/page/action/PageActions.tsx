import { ActionIcon } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { IconArrowLeft, IconDots, IconEye } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { lazy } from 'react';
import { useTranslation } from 'react-i18next';
import { useValue } from '../../../form/FormContext.tsx';
import { tellDone } from '../../../parts/dialog/tell.tsx';
import { MenuOnDemand } from '../../../parts/menu/MenuOnDemand.tsx';
import { StatusBadge } from '../../../parts/record/StatusBadge.tsx';
import { PageHead } from '../../../parts/screen/PageHead.tsx';
import { useMayPublish } from '../../../session/useRole.ts';
import type { useDraft } from '../form/useDraft.ts';
import type { usePageForm } from '../form/usePageForm.ts';
import type { Status } from '../queries.ts';
import classes from './PageActions.module.css';
import { SaveButtons } from './SaveButtons.tsx';

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

/** The bar above a page: where it belongs, whether it is saved, and its actions. */
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
  const mayPublish = useMayPublish();
  const saveAs = async (status: Status | undefined, message: string): Promise<void> => {
    if (await save(status)) tellDone(message);
  };
  // In a change nothing goes live or offline, so the message is another one.
  const run = (status: Status | undefined, message: string) =>
    saveAs(status, draft.isInChange ? t('changes.saved') : message);
  const saveNow = (): void => {
    if (!isChanged) return;
    if (draft.isInChange || !mayPublish) void run(undefined, t('changes.saved'));
    else void run(undefined, t(page.status === 'published' ? 'page.savedLive' : 'page.saved'));
  };
  // The empty list and `true` make the shortcut work inside inputs and rich text, too.
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
            {/* There is room beside this link at every width, so nothing moves when the text appears. */}
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
            <SaveButtons
              {...{ page, draft, isChanged, isSaving }}
              onSave={saveNow}
              onSaveAs={(status, message) => void saveAs(status, message)}
            />
          </>
        )}
      </PageHead>
    </div>
  );
}
