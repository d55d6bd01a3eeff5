import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { tellDone } from '../parts/dialog/tell.tsx';
import { ask } from '../wire/ask.ts';
import { createQueryKey } from '../wire/keys.ts';
import { useChooseChange, useChosenChange } from '../wire/useChosenChange.ts';
import { WireError } from '../wire/WireError.ts';

/**
 * Goes back to what is live when the chosen change no longer exists, because somebody has published or discarded it.
 * Unsaved typing is kept.
 */
export function useLeaveGone(): void {
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
    tellDone(t(fate === 'dropped' ? 'changes.wasDropped' : 'changes.wentLive', { title }));
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
