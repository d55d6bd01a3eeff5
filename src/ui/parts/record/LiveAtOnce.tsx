import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useWritesLive } from '../../session/useRole.ts';
import { useChosenChange } from '../../wire/useChosenChange.ts';

/** Says where what one does here goes: live at once, or into a change. */
export function LiveAtOnce() {
  const { t } = useTranslation();
  const change = useChosenChange();
  const writesLive = useWritesLive();
  const own = writesLive ? t('record.liveAtOnce') : t('changes.proposesOnly');
  return (
    <Text size="sm" c="dimmed" role="note">
      {change ? t('record.intoChange', { title: change.title }) : own}
    </Text>
  );
}
