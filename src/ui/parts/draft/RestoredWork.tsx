import { Alert, Button, Group, Text } from '@mantine/core';
import { IconHistory } from '@tabler/icons-react';
import i18next from 'i18next';
import { useTranslation } from 'react-i18next';
import { confirm } from '../dialog/confirm.tsx';
import { Time } from '../Time.tsx';

interface RestoredWorkProps {
  /** When it was typed. */
  readonly at: string;
  onDiscard(): void;
}

/** Says that a form shows work that was typed earlier and not saved, and gives it up. */
export function RestoredWork({ at, onDiscard }: RestoredWorkProps) {
  const { t } = useTranslation();
  return (
    <Alert variant="light" icon={<IconHistory />} mb="md" title={t('draft.restoredTitle')}>
      <Group justify="space-between">
        <Text size="sm">
          {t('draft.restored')} <Time value={at} />
        </Text>
        <Button size="xs" variant="default" onClick={onDiscard}>
          {t('draft.discardTyped')}
        </Button>
      </Group>
    </Alert>
  );
}

/** Asks before unsaved work is given up. */
export async function askDiscard(discard: () => void): Promise<void> {
  const { t } = i18next;
  const question = { title: t('record.discardTitle'), text: t('record.discardText'), action: t('record.discard') };
  if (await confirm({ ...question, isDangerous: true })) discard();
}
