import { Button, Group, Stack, Text } from '@mantine/core';
import i18next from 'i18next';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { openDialogs } from '../../../parts/dialog/dialogs.ts';
import { Time } from '../../../parts/Time.tsx';
import { isChosen, NOW, WhenInput } from '../../../parts/WhenInput.tsx';
import type { AdminPage } from '../../../wire/interface.ts';
import type { PageForm } from '../form/usePageForm.ts';
import type { PagePublishing } from '../form/usePublishing.ts';

interface Options {
  /** What visitors read. */
  readonly page: AdminPage;
  readonly pageForm: PageForm;
  readonly publishing: PagePublishing;
}

/** Asks when a page is to be taken off the site. */
export async function openUnpublishDialog(options: Options): Promise<void> {
  const modals = await openDialogs();
  const id = modals.open({
    title: i18next.t('page.takeOfflineTitle', { title: options.page.title }),
    children: <OfflineForm {...options} onDone={() => modals.close(id)} />,
  });
}

function OfflineForm({ page, publishing, pageForm, onDone }: Options & { onDone(): void }) {
  const { t } = useTranslation();
  const [when, setWhen] = useState(NOW);
  const [isBusy, setBusy] = useState(false);
  const act = async (time?: string | null): Promise<void> => {
    setBusy(true);
    const isDone = pageForm.isInChange ? await pageForm.save({ status: 'draft' }) : await publishing.takeOffline(time);
    setBusy(false);
    if (isDone) onDone();
  };
  return (
    <Stack>
      <Text size="sm">{t('page.takeOfflineText')}</Text>
      {page.unpublishAt !== null && (
        <Group justify="space-between">
          <Text size="sm">
            {t('page.goesOffline')} <Time value={page.unpublishAt} />
          </Text>
          <Button size="compact-sm" variant="default" onClick={() => void act(null)}>
            {t('changes.unschedule')}
          </Button>
        </Group>
      )}
      {!pageForm.isInChange && <WhenInput label={t('page.unpublishAt')} value={when} onChange={setWhen} />}
      <Group justify="end">
        <Button
          color="red"
          loading={isBusy}
          disabled={!isChosen(when)}
          onClick={() => void act(when.type === 'now' ? undefined : when.at)}
        >
          {t('page.takeOffline')}
        </Button>
      </Group>
    </Stack>
  );
}
