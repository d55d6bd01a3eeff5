import { Paper, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import classes from '../../parts/clash/ClashSides.module.css';
import { ClashSides } from '../../parts/clash/ClashSides.tsx';
import type { Clash } from '../../wire/interface.ts';
import { useClashPlace } from '../history/useClashPlace.ts';
import { useSettle } from './queries.ts';

interface ClashCardProps {
  readonly clash: Clash;
  readonly mayEdit: boolean;
}

/** A value that was changed on both sides: asks which one to keep. */
export function ClashCard({ clash, mayEdit }: ClashCardProps) {
  const { t } = useTranslation();
  const placeOf = useClashPlace();
  const settle = useSettle(clash.clashId, t('sync.settled'));
  const sides = { base: t('sync.sides.base'), ours: t('sync.sides.ours'), theirs: t('sync.sides.theirs') };
  const take = { ours: t('sync.take.ours'), theirs: t('sync.take.theirs') };
  return (
    <Paper withBorder p="md" mb="md">
      <Text size="sm" fw={550} mb="sm" dir="auto">
        {clash.kind === 'page' ? (
          <Link to="/pages/$id" params={{ id: String(clash.id) }} className={classes.link}>
            {clash.key}
          </Link>
        ) : (
          clash.key
        )}{' '}
        <Text span size="sm" c="dimmed">
          {placeOf(clash)}
        </Text>
      </Text>
      <ClashSides
        clash={clash}
        words={{ sides, take }}
        isBusy={settle.isPending}
        onChoose={mayEdit ? (choice) => settle.mutate(choice) : undefined}
      />
    </Paper>
  );
}
