import { ActionIcon } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { IconArrowLeft, IconDots, IconEye } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { type RefObject, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { UI_FEATURES } from '../../../../features/lists/ui/browser.ts';
import { useValue } from '../../../form/FormContext.tsx';
import { notifySuccess } from '../../../parts/dialog/notify.tsx';
import { AutoSaveMark } from '../../../parts/draft/AutoSaveMark.tsx';
import { DraftMark } from '../../../parts/draft/DraftMark.tsx';
import { MenuOnDemand } from '../../../parts/menu/MenuOnDemand.tsx';
import { loadOnDemand } from '../../../parts/onDemand/loadOnDemand.tsx';
import { StatusBadge } from '../../../parts/record/StatusBadge.tsx';
import { PageHead } from '../../../parts/screen/PageHead.tsx';
import type { PageForm } from '../form/usePageForm.ts';
import type { PagePublishing } from '../form/usePublishing.ts';
import classes from './PageActions.module.css';
import { SaveButtons } from './SaveButtons.tsx';

const MoreMenu = loadOnDemand(async () => (await import('./MoreMenu.tsx')).MoreMenu);

/** What features add to the bar. */
const PAGE_BAR = UI_FEATURES.flatMap(({ pageBar = [] }) => pageBar);

interface PageActionsProps {
  readonly pageForm: PageForm;
  readonly publishing: PagePublishing;
  readonly isChanged: boolean;
  readonly mayEdit: boolean;
  readonly typeName: string;
  /** Whether visitors will see it as a page. */
  readonly hasPreview: boolean;
  readonly isPreviewing: boolean;
  onPreview(): void;
  onDiscard(): void;
}

/** The bar above a page: where it belongs, what visitors read of it, whether what is typed is kept, and its actions. */
export function PageActions({ pageForm, publishing, isChanged, mayEdit, typeName, ...props }: PageActionsProps) {
  const { t } = useTranslation();
  const [title] = useValue(['title']);
  const bar = useRef<HTMLDivElement>(null);
  useStickyTop(bar);
  const { edited, save, keeping, isInChange, overtakenBy } = pageForm;
  const onSite = edited.live ?? edited.data;
  const saveNow = async (): Promise<void> => {
    if (isChanged && (await save())) notifySuccess(t(isInChange ? 'changes.saved' : 'changes.draftSaved'));
  };
  // The empty list and `true` make the shortcut work inside inputs and rich text, too.
  useHotkeys([['mod+S', () => void saveNow()]], [], true);

  return (
    <div ref={bar} className={classes.bar}>
      <PageHead
        title={String(title ?? '') || t('page.untitled')}
        back={
          <span className={classes.where}>
            <Link to="/pages" search={{ type: edited.data.type }} className={classes.back}>
              <IconArrowLeft size={15} aria-hidden /> <span dir="auto">{typeName}</span>
            </Link>
            {/* There is room beside this link at every width, so nothing moves when the text appears. */}
            <AutoSaveMark keeping={keeping} isChanged={isChanged} />
            {isChanged && overtakenBy !== undefined && (
              <span role="status" className={classes.overtaken} dir="auto">
                {overtakenBy === '' ? t('page.overtaken') : t('page.overtakenBy', { name: overtakenBy })}
              </span>
            )}
            {PAGE_BAR.map(({ name, Part }) => (
              <Part key={name} id={edited.data.id} change={isInChange ? edited.change : null} />
            ))}
          </span>
        }
        detail={
          <>
            <StatusBadge page={onSite} />
            {edited.draft && onSite.status === 'published' && <DraftMark draft={edited.draft} />}
          </>
        }
      >
        {mayEdit && (
          <>
            {props.hasPreview && (
              <ActionIcon
                variant={props.isPreviewing ? 'light' : 'default'}
                size="input-sm"
                aria-label={t('livePreview.show')}
                aria-pressed={props.isPreviewing}
                onClick={props.onPreview}
              >
                <IconEye size={18} />
              </ActionIcon>
            )}
            <MenuOnDemand
              load={MoreMenu.load}
              button={
                <ActionIcon variant="default" size="input-sm" aria-label={t('page.more')}>
                  <IconDots size={18} />
                </ActionIcon>
              }
            >
              <MoreMenu {...{ pageForm, publishing, isChanged }} onDiscard={props.onDiscard} />
            </MenuOnDemand>
            <SaveButtons {...{ pageForm, publishing, isChanged }} onSave={() => void saveNow()} />
          </>
        )}
      </PageHead>
    </div>
  );
}

/** Tells what sticks below a bar how far down the bar reaches when it sticks itself (`--bar-end`). */
function useStickyTop(bar: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = bar.current;
    if (!element) return undefined;
    const { style } = document.documentElement;
    const measure = (): void => {
      const { position, top } = getComputedStyle(element);
      if (position === 'sticky') style.setProperty('--bar-end', `${Number.parseFloat(top) + element.offsetHeight}px`);
      else style.removeProperty('--bar-end');
    };
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => {
      observer.disconnect();
      style.removeProperty('--bar-end');
    };
  }, [bar]);
}
