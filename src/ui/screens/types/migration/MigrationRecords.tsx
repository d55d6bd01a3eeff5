import { Accordion, Button, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Migration } from '../../../wire/interface.ts';
import { fetchMigrationForecast, type MigrationBody } from '../queries.ts';

interface MigrationRecordsProps {
  readonly request: MigrationBody;
  /** The first records. */
  readonly first: Migration & { readonly total: number };
}

/** The records that a migration changes, each with its differences. */
export function MigrationRecords({ request, first }: MigrationRecordsProps) {
  const { t } = useTranslation();
  const [more, setMore] = useState<{ readonly of: Migration; readonly records: Migration['records'] }>();
  // Other choices have other records.
  const records = [...first.records, ...(more?.of === first ? more.records : [])];
  async function showMore(): Promise<void> {
    const next = await fetchMigrationForecast({ ...request, offset: records.length });
    setMore({ of: first, records: [...(more?.of === first ? more.records : []), ...next.records] });
  }
  return (
    <div>
      <Accordion chevronPosition="left" variant="separated">
        {records.map(({ kind, id, title, notes, problems, values }) => (
          <Accordion.Item key={`${kind}/${id}`} value={`${kind}/${id}`}>
            <Accordion.Control>
              <Text size="sm" component="span" dir="auto">
                {title}
              </Text>
              {notes.length + problems.length > 0 && (
                <Text size="xs" c="dimmed">
                  {[
                    ...problems.map(({ message }) => message),
                    ...notes.map(({ reason }) => t(`types.noteOf.${reason}`)),
                  ].join(', ')}
                </Text>
              )}
            </Accordion.Control>
            <Accordion.Panel>
              {values.map(({ path, before, after }) => (
                <Text key={path.join('.')} size="xs" component="div" mb={4} style={{ overflowWrap: 'anywhere' }}>
                  <b>{path.join(' › ')}</b>
                  {before !== undefined && <div>− {showShortly(before)}</div>}
                  {after !== undefined && <div>+ {showShortly(after)}</div>}
                </Text>
              ))}
            </Accordion.Panel>
          </Accordion.Item>
        ))}
      </Accordion>
      {records.length < first.total && (
        <Button variant="subtle" size="compact-sm" mt="xs" onClick={() => void showMore()}>
          {t('types.moreRecords', { count: first.total - records.length })}
        </Button>
      )}
    </div>
  );
}

const MAX_LENGTH = 300;
const showShortly = (value: unknown): string => {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text.length > MAX_LENGTH ? `${text.slice(0, MAX_LENGTH)}…` : text;
};
