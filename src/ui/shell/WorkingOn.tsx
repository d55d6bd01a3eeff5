import { Button, Text } from '@mantine/core';
import { IconArrowBackUp } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { notifySuccess } from '../parts/dialog/notify.tsx';
import { useRole, useWritesLive } from '../session/useRole.ts';
import { ask } from '../wire/ask.ts';
import { createQueryKey } from '../wire/keys.ts';
import { useChooseChange, useChosenChange } from '../wire/useChosenChange.ts';
import { WireError } from '../wire/WireError.ts';
import classes from './WorkingOn.module.css';

/** A banner that says which change the user is working on. */
export function WorkingOn() {
  const { t } = useTranslation();
  const change = useChosenChange();
  const writesLive = useWritesLive();
  const mayEdit = useRole('editor');
  useLeaveGone();
  if (!change)
    return writesLive || !mayEdit ? null : (
      <div className={classes.banner} role="status">
        <Text size="sm">{t('changes.proposesOnly')}</Text>
      </div>
    );
  return (
    <div className={classes.banner} role="status">
      <Text size="sm" dir="auto">
        {t('changes.banner', { title: change.title })}
      </Text>
    </div>
  );
}

/**
 * Goes back to what is live when the chosen change no longer exists, because somebody has published or discarded it.
 * Unsaved typing is kept.
 */
function useLeaveGone(): void {
  const { t } = useTranslation();
  const chosen = useChosenChange();
  const choose = useChooseChange();
  const { data: fate } = useQuery({
    queryKey: createQueryKey('chosen', chosen?.name ?? ''),
    queryFn: () => fateOf(chosen!.name),
    enabled: chosen !== undefined,
  });
  const title = chosen?.title;
  useEffect(() => {
    if (title === undefined || fate === undefined || fate === 'there') return;
    notifySuccess(t(fate === 'dropped' ? 'changes.wasDropped' : 'changes.wentLive', { title }));
    void choose(undefined);
  });
}

/** Whether a change still exists, and if not, why. */
async function fateOf(name: string): Promise<'there' | 'dropped' | 'published'> {
  try {
    await ask('GET /api/admin/config', { change: name });
    return 'there';
  } catch (error) {
    if (!(error instanceof WireError) || error.code !== 'NOT_FOUND') throw error;
    const { meta } = await ask('GET /api/admin/changes', { query: { limit: 1 } });
    return meta.dropped.some((dropped) => dropped.name === name) ? 'dropped' : 'published';
  }
}

/** Leaves the change that this window works on; in view wherever one scrolls. */
export function LeaveChange() {
  const { t } = useTranslation();
  const change = useChosenChange();
  const choose = useChooseChange();
  if (!change) return null;
  return (
    <Button
      size="compact-sm"
      my="xs"
      variant="light"
      leftSection={<IconArrowBackUp size={15} aria-hidden />}
      onClick={() => void choose(undefined)}
    >
      {t('changes.toLive')}
    </Button>
  );
}
