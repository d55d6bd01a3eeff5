import { Text } from '@mantine/core';
import { useRouteContext } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import type { ContentKind } from '../../session/rights.ts';
import { useMay } from '../../session/useMay.ts';
import { useWritesLive } from '../../session/useRole.ts';
import { useChosenChange } from '../../wire/useChosenChange.ts';

/** Says where what one does here goes: live at once, or into a change. */
export function LiveAtOnce({ kind }: { readonly kind: string }) {
  const { t } = useTranslation();
  const { caller } = useRouteContext({ from: '/shell' });
  const may = useMay();
  const change = useChosenChange();
  // The test says whether it is a kind of content.
  const mayPublish = !(kind in caller.rights.kinds) || may('publish', kind as ContentKind);
  const writesLive = useWritesLive() && mayPublish;
  const own = writesLive ? t('record.liveAtOnce') : t('changes.proposesOnly');
  return (
    <Text size="sm" c="dimmed" role="note">
      {change ? t('record.intoChange', { title: change.title }) : own}
    </Text>
  );
}
