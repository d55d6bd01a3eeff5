import { Button, Group, Stack } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { confirm } from '../../../ui/parts/dialog/confirm.tsx';
import { openDialogs } from '../../../ui/parts/dialog/dialogs.ts';
import { notifyError, notifyErrorMessage, notifySuccess } from '../../../ui/parts/dialog/notify.tsx';
import { MomentInput } from '../../../ui/parts/MomentInput.tsx';
import { absoluteTime } from '../../../ui/parts/relativeTime.ts';
import { useMayPublish } from '../../../ui/session/useMay.ts';
import { useRole } from '../../../ui/session/useRole.ts';
import { ask } from '../../../ui/wire/ask.ts';
import type { CalendarEntry } from '../../../ui/wire/interface.ts';
import { createQueryKey } from '../../../ui/wire/keys.ts';

/** Gives what is planned another time. */
export interface Reschedule {
  isMovable(entry: CalendarEntry): boolean;
  /** Moves it, and offers to undo that. @returns whether it has moved */
  move(entry: CalendarEntry, at: Date): Promise<boolean>;
  /** Asks for the new time. */
  askMove(entry: CalendarEntry): void;
}

export function useReschedule(): Reschedule {
  const { t, i18n } = useTranslation();
  const client = useQueryClient();
  const mayEdit = useRole('editor');
  const mayPublish = useMayPublish();
  const timeText = (at: string): string => absoluteTime(at, i18n.language);

  async function saveTime(entry: CalendarEntry, at: string): Promise<void> {
    try {
      await sendTime(entry, at);
    } finally {
      for (const kind of ['change', 'page'] as const) void client.invalidateQueries({ queryKey: createQueryKey(kind) });
    }
  }

  async function undoMove(entry: CalendarEntry): Promise<void> {
    try {
      await saveTime(entry, entry.at);
      notifySuccess(t('calendar.movedBack', { title: entry.title }));
    } catch (error) {
      notifyError(error);
    }
  }

  /** The date of a live page is live at once: whoever moves it says so. */
  const isAgreed = async ({ page, event, title }: CalendarEntry, at: string): Promise<boolean> =>
    page === null ||
    event === 'published' ||
    (await confirm({
      title: t('calendar.askTitle', { title }),
      text: t('calendar.ask', { time: timeText(at) }),
      action: t('calendar.askAction'),
    }));

  async function move(entry: CalendarEntry, to: Date): Promise<boolean> {
    const at = to.toISOString();
    if (to.getTime() <= Date.now()) {
      notifyErrorMessage(t('calendar.past'));
      return false;
    }
    if (!(await isAgreed(entry, at))) return false;
    try {
      await saveTime(entry, at);
      notifySuccess(t('calendar.moved', { title: entry.title, time: timeText(at) }), () => void undoMove(entry));
      return true;
    } catch (error) {
      notifyError(error);
      return false;
    }
  }

  return {
    isMovable: ({ isDone }) => mayEdit && mayPublish && !isDone,
    move,
    askMove: (entry) =>
      void openDialogs().then((modals) => {
        const id = modals.open({
          title: t('calendar.moveOf', { title: entry.title }),
          children: (
            <MoveForm
              value={entry.at}
              onDone={async (at) => {
                modals.close(id);
                await move(entry, new Date(at));
              }}
              onCancel={() => modals.close(id)}
            />
          ),
        });
      }),
  };
}

/** A change is published as a whole; a page has its own times. */
async function sendTime({ change, page, event }: CalendarEntry, at: string): Promise<void> {
  if (change !== null)
    await ask('PUT /api/admin/changes/{name}', { path: { name: change }, body: { scheduledAt: at } });
  else if (page !== null)
    await ask('PUT /api/admin/pages/{id}', {
      path: { id: page.id },
      body: event === 'published' ? { scheduledAt: at } : { unpublishAt: at },
    });
}

interface MoveFormProps {
  readonly value: string;
  onDone(at: string): void;
  onCancel(): void;
}

function MoveForm({ value, onDone, onCancel }: MoveFormProps) {
  const { t } = useTranslation();
  const [at, setAt] = useState<string | undefined>(value);
  const isPast = at !== undefined && Date.parse(at) <= Date.now();
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (at !== undefined && !isPast) onDone(at);
      }}
    >
      <Stack>
        <MomentInput
          label={t('calendar.when')}
          data-autofocus
          value={at}
          onChange={setAt}
          error={isPast && t('calendar.past')}
        />
        <Group justify="flex-end">
          <Button variant="default" onClick={onCancel}>
            {t('common.cancel')}
          </Button>
          <Button type="submit" disabled={at === undefined || isPast}>
            {t('calendar.move')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
