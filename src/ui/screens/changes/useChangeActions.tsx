import { Button, Group, Stack, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import i18next from 'i18next';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ClashDecision } from '../../parts/clash/ClashSides.tsx';
import { askText } from '../../parts/dialog/askText.tsx';
import { confirm } from '../../parts/dialog/confirm.tsx';
import { openDialogs } from '../../parts/dialog/dialogs.ts';
import { notifyError, notifyErrorMessage, notifySuccess } from '../../parts/dialog/notify.tsx';
import { MomentInput } from '../../parts/MomentInput.tsx';
import { ask } from '../../wire/ask.ts';
import type { Change } from '../../wire/interface.ts';
import { createQueryKey } from '../../wire/keys.ts';
import { useChooseChange, useChosenChange } from '../../wire/useChosenChange.ts';
import { isStaleWriteError } from '../../wire/WireError.ts';
import { editsIn } from './editsIn.ts';

/** The choices for clashing values, by the id of the clash. */
export type ClashDecisions = Readonly<Record<string, ClashDecision>>;

/** The actions on a change. */
export function useChangeActions(change: Change, choices: ClashDecisions) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const navigate = useNavigate();
  const chosen = useChosenChange();
  const choose = useChooseChange();
  const [isBusy, setBusy] = useState(false);
  const { name, title } = change;
  const path = { name };
  // Only what is shown here goes live, not what somebody has added in the meantime.
  const headers = { 'If-Match': `"${change.head}"` };
  const refresh = () => client.invalidateQueries({ queryKey: createQueryKey('change') });

  const resolve = change.clashes.flatMap(({ clashId, kind, key, path: at }) => {
    const choice = choices[clashId];
    return choice ? [{ kind, key, path: at, ...choice }] : [];
  });
  async function run(action: () => Promise<unknown>, done: string): Promise<boolean> {
    setBusy(true);
    try {
      await action();
      notifySuccess(done);
      return true;
    } catch (error) {
      if (isStaleWriteError(error)) notifyErrorMessage(t('changes.stale'));
      else notifyError(error);
      return false;
    } finally {
      setBusy(false);
      void refresh();
    }
  }
  /** The change is gone: goes back to what is live. */
  async function leave(): Promise<void> {
    if (chosen?.name === name) await choose(undefined);
    else await client.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'session' });
    await navigate({ to: '/changes' });
  }
  const schedule = (scheduledAt: string | null) =>
    run(
      () => ask('PUT /api/admin/changes/{name}', { path, headers, body: { scheduledAt } }),
      t(scheduledAt === null ? 'changes.unscheduled' : 'changes.willPublish'),
    );

  return {
    isBusy,
    async publish() {
      const action = t('changes.publish');
      if (!(await confirm({ title, text: t('changes.publishAsk', { count: editsIn(change) }), action }))) return;
      const body = resolve.length > 0 ? { resolve } : {};
      if (
        await run(() => ask('POST /api/admin/changes/{name}/publish', { path, headers, body }), t('changes.published'))
      )
        await leave();
    },
    schedule,
    async askSchedule() {
      const modals = await openDialogs();
      const id = modals.open({
        title: i18next.t('changes.schedule'),
        children: (
          <ScheduleForm
            value={change.scheduledAt ?? undefined}
            onDone={async (at) => {
              if (await schedule(at)) modals.close(id);
            }}
          />
        ),
      });
    },
    update: () =>
      run(
        () =>
          ask('POST /api/admin/changes/{name}/update', {
            path,
            body: resolve.length > 0 ? { resolve: resolve.map(swapSides) } : {},
          }),
        t('changes.updated'),
      ),
    rename() {
      askText({
        title: t('changes.rename'),
        label: t('changes.name'),
        value: title,
        action: t('common.save'),
        async onDone(next) {
          await ask('PUT /api/admin/changes/{name}', { path, body: { title: next } });
          if (chosen?.name === name) await choose({ ...chosen, title: next });
          void refresh();
        },
      });
    },
    async drop() {
      const action = t('changes.drop');
      if (!(await confirm({ title, text: t('changes.dropAsk'), action, isDangerous: true }))) return;
      if (await run(() => ask('DELETE /api/admin/changes/{name}', { path }), t('changes.droppedDone'))) await leave();
    },
  };
}

/** Updating a change merges in the opposite direction to publishing it, so `ours` and `theirs` swap. */
const swapSides = <T extends object>(choice: T): T =>
  'take' in choice ? { ...choice, take: choice.take === 'ours' ? 'theirs' : 'ours' } : choice;

interface ScheduleFormProps {
  readonly value: string | undefined;
  onDone(at: string): Promise<void>;
}

function ScheduleForm({ value, onDone }: ScheduleFormProps) {
  const { t } = useTranslation();
  const [at, setAt] = useState(value);
  const [isBusy, setBusy] = useState(false);
  const save = async (): Promise<void> => {
    if (at === undefined) return;
    setBusy(true);
    await onDone(at);
    setBusy(false);
  };
  return (
    <Stack>
      <Text size="sm">{t('changes.scheduleText')}</Text>
      <MomentInput label={t('changes.when')} value={at} onChange={setAt} />
      <Group justify="end">
        <Button disabled={at === undefined} loading={isBusy} onClick={() => void save()}>
          {t('common.save')}
        </Button>
      </Group>
    </Stack>
  );
}
