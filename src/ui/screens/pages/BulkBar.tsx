import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { confirm } from '../../parts/dialog/confirm.tsx';
import { notifyError, notifySuccess } from '../../parts/dialog/notify.tsx';
import { askFirst } from '../../parts/record/askFirst.tsx';
import { undoOf } from '../../parts/record/undoOf.ts';
import { SelectionBar } from '../../parts/selection/SelectionBar.tsx';
import type { UserRight } from '../../session/rights.ts';
import { useMay } from '../../session/useMay.ts';
import { useWritesLive } from '../../session/useRole.ts';
import { useChosenChange } from '../../wire/useChosenChange.ts';
import { MOST_AT_ONCE, type PageListAction, useBulk } from './queries.ts';

interface BulkBarProps {
  readonly ids: readonly number[];
  onClear(): void;
}

const ACTIONS: readonly PageListAction[] = ['publish', 'unpublish', 'archive', 'delete'];

/** What one needs for each; publishing, with a change as the other way. */
const RIGHTS_OF: Readonly<Record<PageListAction, readonly UserRight[]>> = {
  publish: ['update'],
  unpublish: ['update'],
  archive: ['update'],
  delete: ['delete'],
};

/** The actions on all selected pages. */
export function BulkBar({ ids, onClear }: BulkBarProps) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const bulk = useBulk();
  const writesLive = useWritesLive();
  const may = useMay();
  const change = useChosenChange();
  const nameOf = (action: PageListAction): string =>
    action === 'publish' && !writesLive ? t('changes.propose') : t(`pages.actions.${action}`);
  const count = ids.length;
  if (count === 0) return null;

  // In a change nothing goes live or offline, so the messages are other ones.
  function textOf(action: PageListAction): string {
    if (!writesLive) return t('changes.proposesOnly');
    return change ? t('changes.banner', { title: change.title }) : t(`pages.confirm.${action}`, { count });
  }
  function doneOf(action: PageListAction, affected: number): string {
    if (!writesLive) return t('changes.proposed');
    return change ? t('changes.saved') : t(`pages.did.${action}`, { count: affected });
  }
  function isSure(action: PageListAction): Promise<boolean> {
    const title = nameOf(action);
    if (action !== 'delete') return confirm({ title, text: textOf(action), action: title });
    const leading = count === 1 ? 'page.deleteText' : 'pages.deleteText';
    const text = (mentions: number): string => `${textOf(action)} ${t(leading, { count: mentions })}`;
    return askFirst({ title, text, action: title, of: { kind: 'page', ids } });
  }
  async function act(action: PageListAction): Promise<void> {
    try {
      if (!(await isSure(action))) return;
      const answer = await bulk.mutateAsync({ ids, action });
      notifySuccess(doneOf(action, answer.data.affected), undoOf(answer, client));
      onClear();
    } catch (error) {
      notifyError(error);
    }
  }

  return (
    <SelectionBar
      label={count === MOST_AT_ONCE ? t('pages.tooManySelected') : t('pages.selected', { count })}
      onClear={onClear}
    >
      {ACTIONS.filter((action) => RIGHTS_OF[action].every((right) => may(right, 'page'))).map((action) => (
        <Button
          key={action}
          size="xs"
          variant="default"
          c={action === 'delete' ? 'red' : undefined}
          loading={bulk.isPending && bulk.variables.action === action}
          disabled={bulk.isPending}
          onClick={() => void act(action)}
        >
          {nameOf(action)}
        </Button>
      ))}
    </SelectionBar>
  );
}
