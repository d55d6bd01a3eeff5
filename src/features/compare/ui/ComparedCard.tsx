import { Badge, Card, Checkbox, Group, Text, Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { toFieldChanges } from '../../../ui/screens/changes/RecordChange.tsx';
import { groupChanges } from '../../../ui/screens/history/changes.ts';
import { useKnown } from '../../../ui/screens/history/useKnown.ts';
import { ValueDiff } from '../../../ui/screens/history/ValueDiff.tsx';
import type { ComparedRecord } from '../../../ui/wire/interface.ts';
import classes from './Compare.module.css';

type ChosenOfRecord = 'all' | ReadonlySet<string> | null;

interface ComparedCardProps {
  readonly record: ComparedRecord;
  /** Undefined if nothing can be chosen. */
  readonly chosen: ChosenOfRecord | undefined;
  onChoose(chosen: ChosenOfRecord): void;
}

const COLORS = { created: 'teal', updated: 'gray', deleted: 'red' } as const;

/** How one record differs, value by value; each can be chosen, and the record as a whole. */
export function ComparedCard({ record, chosen, onChoose }: ComparedCardProps) {
  const { t } = useTranslation();
  const known = useKnown();
  const { kind, key, id, title, values, renamedFrom } = record;
  const groups = groupChanges(toFieldChanges(values), known);
  const isSome = chosen instanceof Set;
  const toggle = (name: string): void => {
    const before = chosen === 'all' ? groups.map((group) => group.name) : [...(chosen ?? [])];
    const next = new Set(before);
    if (!next.delete(name)) next.add(name);
    onChoose(next);
  };
  return (
    <Card withBorder padding="md" component="article" aria-label={title}>
      <Group justify="space-between" mb="xs" wrap="nowrap">
        <Group gap="sm" wrap="nowrap" miw={0}>
          {chosen !== undefined && (
            <Checkbox
              aria-label={t('compare.choose', { name: title })}
              checked={chosen === 'all'}
              indeterminate={isSome}
              onChange={() => onChoose(chosen === 'all' ? null : 'all')}
            />
          )}
          <Title order={2} size="h6" dir="auto">
            {kind === 'page' && record.change !== 'deleted' ? (
              <Link to="/pages/$id" params={{ id: String(id) }} className={classes.record}>
                {title}
              </Link>
            ) : (
              title
            )}
            <Text span size="sm" c="dimmed">
              {' · '}
              {t(`kinds.${kind}.one`)}
              {kind === 'page' && ` · ${key}`}
              {renamedFrom && ` ← ${renamedFrom}`}
            </Text>
          </Title>
        </Group>
        <Badge variant="light" color={COLORS[record.change]} tt="none" style={{ flexShrink: 0 }}>
          {t(`changes.fates.${record.change}`)}
        </Badge>
      </Group>
      {record.change === 'updated' &&
        groups.map((value) => (
          <div key={value.name} className={classes.value}>
            <Group gap="sm" wrap="nowrap">
              {chosen !== undefined && (
                <Checkbox
                  size="xs"
                  aria-label={t('compare.choose', { name: `${title} › ${value.label}` })}
                  checked={chosen === 'all' || (isSome && chosen.has(value.name))}
                  onChange={() => toggle(value.name)}
                />
              )}
              <Text size="sm" fw={550} dir="auto">
                {value.label}
              </Text>
            </Group>
            {value.changes.map((one) => (
              <ValueDiff key={one.key} change={one} name={value.name} />
            ))}
          </div>
        ))}
    </Card>
  );
}
