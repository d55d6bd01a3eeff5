import { Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { ClashSides } from '../../../ui/parts/clash/ClashSides.tsx';
import { useClashLocation } from '../../../ui/screens/history/useClashLocation.ts';
import type { Change, Clash } from '../../../ui/wire/interface.ts';

interface ClashValuesProps {
  readonly change: Change;
  readonly clashes: readonly Clash[];
  /** What the side is called that is not this change. */
  readonly ours: string;
}

/** Values that two sides have changed, each with where it is, how it was, and what either makes of it. */
export function ClashValues({ change: { records }, clashes, ours }: ClashValuesProps) {
  const { t } = useTranslation();
  const findLocation = useClashLocation();
  const words = { sides: { base: t('clash.base'), ours, theirs: t('line.here') }, take: { ours: '', theirs: '' } };
  const titleOf = ({ kind, id, key }: Clash): string =>
    records.find((record) => record.kind === kind && record.id === id)?.title ?? key;
  return (
    <Stack gap="sm">
      {clashes.map((clash) => (
        <div key={clash.clashId}>
          <Text size="sm" fw={550} mb={4} dir="auto">
            {[titleOf(clash), findLocation(clash)].filter(Boolean).join(' › ')}
          </Text>
          <ClashSides clash={clash} words={words} />
        </div>
      ))}
    </Stack>
  );
}
