import { Badge, Button, Text, Title } from '@mantine/core';
import { IconCalendarTime } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { absoluteDay, hourOf } from '../../../ui/parts/relativeTime.ts';
import type { CalendarEntry } from '../../../ui/wire/interface.ts';
import classes from './Calendar.module.css';
import { endOfDay } from './dayQueries.ts';
import { addressOfEntry, textOfEntry } from './entryText.ts';
import { nameOfEntry, readDay, writeDay } from './queries.ts';
import type { Reschedule } from './useReschedule.tsx';

interface CalendarListProps {
  readonly entries: readonly CalendarEntry[];
  readonly reschedule: Reschedule;
}

/** Day by day, for keyboards, screen readers and narrow windows. */
export function CalendarList({ entries, reschedule }: CalendarListProps) {
  const { t, i18n } = useTranslation();
  if (entries.length === 0)
    return (
      <Text c="dimmed" py="xl">
        {t('calendar.none')}
      </Text>
    );
  const days = new Map<string, CalendarEntry[]>();
  for (const entry of entries) {
    const day = writeDay(new Date(entry.at));
    days.set(day, [...(days.get(day) ?? []), entry]);
  }
  return [...days].map(([day, ofDay]) => (
    <section key={day} aria-labelledby={`day-${day}`} className={classes.day}>
      <Title order={2} size="h5" id={`day-${day}`} display="inline-block" me="sm">
        {absoluteDay(day, i18n.language)}
      </Title>
      <Link
        to="/calendar/day"
        search={{ at: endOfDay(readDay(day)) }}
        className={classes.dayLink}
        aria-label={t('calendar.dayLinkOf', { day: absoluteDay(day, i18n.language) })}
      >
        {t('calendar.dayLink')}
      </Link>
      <ul className={classes.lines}>
        {ofDay.map((entry) => (
          <li key={nameOfEntry(entry)} className={classes.line} data-done={entry.isDone}>
            <time dateTime={entry.at} className={classes.hour}>
              {hourOf(entry.at, i18n.language)}
            </time>
            <div className={classes.what}>
              <EntryLink entry={entry} />
              <Text size="sm" c="dimmed">
                {textOfEntry(entry, t)}
              </Text>
            </div>
            {reschedule.isMovable(entry) && (
              <Button
                size="compact-sm"
                variant="subtle"
                leftSection={<IconCalendarTime size={16} aria-hidden />}
                aria-label={t('calendar.moveOf', { title: entry.title })}
                onClick={() => reschedule.askMove(entry)}
              >
                {t('calendar.move')}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </section>
  ));
}

/** Leads to the page, or to the change that is still open. */
function EntryLink({ entry }: { readonly entry: CalendarEntry }) {
  const { t } = useTranslation();
  const { title, isHindered } = entry;
  const to = addressOfEntry(entry);
  return (
    <div>
      {to ? (
        <Link {...to} className={classes.link} dir="auto">
          {title}
        </Link>
      ) : (
        <span dir="auto">{title}</span>
      )}
      {isHindered && (
        <Badge size="xs" color="red" variant="light" ms={6}>
          {t('calendar.hindered')}
        </Badge>
      )}
    </div>
  );
}
