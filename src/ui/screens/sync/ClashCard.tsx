import { Button, Group, Paper, Text, Textarea } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Clash } from '../../wire/interface.ts';
import classes from './ClashCard.module.css';
import { useSettle } from './queries.ts';

interface ClashCardProps {
  readonly clash: Clash;
  readonly mayEdit: boolean;
}

/** A value as text: what is no text as JSON. */
function valueText(value: unknown): string {
  if (value === undefined || value === null) return '';
  return typeof value === 'string' ? value : JSON.stringify(value, null, 2);
}

/** A value that was changed at both sides: what it was, is here, and is there, and which of them is to stay. */
export function ClashCard({ clash, mayEdit }: ClashCardProps) {
  const { t } = useTranslation();
  const settle = useSettle(clash.clashId, t('sync.settled'));
  const isText = typeof clash.ours === 'string' && typeof clash.theirs === 'string';
  const [third, setThird] = useState<string | null>(null);
  const sides = (['base', 'ours', 'theirs'] as const).map((side) => [side, valueText(clash[side])] as const);
  return (
    <Paper withBorder p="md" mb="md">
      <Group justify="space-between" mb="sm">
        <Text size="sm" fw={550} dir="auto">
          {clash.kind === 'page' ? (
            <Link to="/pages/$id" params={{ id: String(clash.id) }} className={classes.link}>
              {clash.key}
            </Link>
          ) : (
            clash.key
          )}{' '}
          <Text span size="sm" c="dimmed">
            {clash.path.join(' › ')}
          </Text>
        </Text>
      </Group>
      <div className={classes.sides}>
        {sides.map(([side, text]) => (
          <div key={side}>
            <Text size="xs" c="dimmed" mb={4}>
              {t(`sync.sides.${side}`)}
            </Text>
            <pre className={classes.value} dir="auto">
              {text || '–'}
            </pre>
            {mayEdit && side !== 'base' && (
              <Button
                size="xs"
                variant="default"
                mt="xs"
                disabled={settle.isPending}
                onClick={() => settle.mutate({ take: side })}
              >
                {t(`sync.take.${side}`)}
              </Button>
            )}
          </div>
        ))}
      </div>
      {mayEdit && isText && third === null && (
        <Button size="compact-sm" variant="subtle" mt="sm" onClick={() => setThird(valueText(clash.ours))}>
          {t('sync.writeThird')}
        </Button>
      )}
      {third !== null && (
        <>
          <Textarea
            label={t('sync.third')}
            autosize
            mt="sm"
            dir="auto"
            value={third}
            onChange={({ currentTarget }) => setThird(currentTarget.value)}
          />
          <Button size="xs" mt="xs" loading={settle.isPending} onClick={() => settle.mutate({ value: third })}>
            {t('common.save')}
          </Button>
        </>
      )}
    </Paper>
  );
}
