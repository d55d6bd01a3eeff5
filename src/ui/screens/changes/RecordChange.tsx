import { Badge, Card, Group, Text, Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Change, FieldChange } from '../../wire/interface.ts';
import { useChooseChange } from '../../wire/useChosenChange.ts';
import { groupChanges } from '../history/changes.ts';
import { useKnown } from '../history/useKnown.ts';
import { ValueDiff } from '../history/ValueDiff.tsx';
import classes from './Changes.module.css';

interface RecordChangeProps {
  readonly record: Change['records'][number];
  readonly change: Change;
  /** What can be done with these edits alone. */
  readonly actions?: ReactNode;
}

const COLORS = { created: 'teal', updated: 'gray', deleted: 'red' } as const;

/** The edits of a change to one record, value by value, as words removed and words added. */
export function RecordChange({ record, change, actions }: RecordChangeProps) {
  const { t } = useTranslation();
  const choose = useChooseChange();
  const known = useKnown();
  const { kind, key, id, title, values, renamedFrom } = record;
  return (
    <Card withBorder padding="md" component="article" aria-label={title}>
      <Group justify="space-between" mb="xs" wrap="nowrap">
        <Title order={2} size="h6" dir="auto">
          {kind === 'page' && record.change !== 'deleted' ? (
            <Link
              to="/pages/$id"
              params={{ id: String(id) }}
              className={classes.record}
              // The draft of a page opens with the page; only a change of several records is entered.
              onClick={() => change.draftOf === null && void choose(change)}
            >
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
        <Group gap="xs" wrap="nowrap">
          <Badge variant="light" color={COLORS[record.change]} tt="none" style={{ flexShrink: 0 }}>
            {t(`changes.fates.${record.change}`)}
          </Badge>
          {actions}
        </Group>
      </Group>
      {groupChanges(toFieldChanges(values), known).map((value) => (
        <div key={value.name} className={classes.value}>
          <Text size="sm" fw={550} dir="auto">
            {value.label}
          </Text>
          {value.changes.map((one) => (
            <ValueDiff key={one.key} change={one} name={value.name} />
          ))}
        </div>
      ))}
    </Card>
  );
}

/** The values that a change has changed, in the form of those of a version. */
export const toFieldChanges = (values: RecordChangeProps['record']['values']): readonly FieldChange[] =>
  (values ?? []).map(({ path, from, before = null, after = null, summaries, change }) =>
    change === 'moved' && from
      ? { path: [...path.map(String), 'position'], before: from.at(-1) ?? null, after: path.at(-1) ?? null }
      : { path: path.map(String), before, after, ...(summaries && { summaries }) },
  );
