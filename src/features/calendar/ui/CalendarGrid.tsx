import '@fullcalendar/react/skeleton.css';
import '@fullcalendar/react/themes/classic/theme.css';
import '@fullcalendar/react/themes/classic/palette.css';
import FullCalendar, { type EventClickInfo, type EventDisplayInfo, type EventDropInfo } from '@fullcalendar/react';
import dayGridPlugin from '@fullcalendar/react/daygrid';
import interactionPlugin from '@fullcalendar/react/interaction';
import classicTheme from '@fullcalendar/react/themes/classic';
import { useComputedColorScheme, VisuallyHidden } from '@mantine/core';
import { IconArrowBarDown, IconArrowBarUp, IconStack2 } from '@tabler/icons-react';
import { useNavigate, useRouter } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { hourOf, toRegionalLocale } from '../../../ui/parts/relativeTime.ts';
import type { CalendarEntry } from '../../../ui/wire/interface.ts';
import classes from './Calendar.module.css';
import { endOfDay } from './dayQueries.ts';
import { addressOfEntry, textOfEntry } from './entryText.ts';
import { nameOfEntry } from './queries.ts';
import type { Reschedule } from './useReschedule.tsx';

interface CalendarGridProps {
  readonly view: 'month' | 'week';
  readonly day: Date;
  readonly entries: readonly CalendarEntry[];
  readonly reschedule: Reschedule;
}

const PLUGINS = [dayGridPlugin, interactionPlugin, classicTheme];

/** A month or a week; what is planned can be dragged to another day. */
export function CalendarGrid({ view, day, entries, reschedule }: CalendarGridProps) {
  const { t, i18n } = useTranslation();
  const scheme = useComputedColorScheme('light');
  const navigate = useNavigate();
  const router = useRouter();
  const byName = new Map(entries.map((entry) => [nameOfEntry(entry), entry]));
  const events = entries.map((entry) => {
    const to = addressOfEntry(entry);
    return {
      ...{ id: nameOfEntry(entry), title: entry.title, start: entry.at, allDay: false },
      editable: reschedule.isMovable(entry),
      ...(to && { url: router.history.createHref(router.buildLocation(to).href) }),
    };
  });
  async function onEventDrop({ event, revert }: EventDropInfo): Promise<void> {
    const entry = byName.get(event.id);
    if (!entry || !event.start || !(await reschedule.move(entry, event.start))) revert();
  }
  function onEventClick({ event, jsEvent }: EventClickInfo): void {
    const to = addressOfEntry(byName.get(event.id)!);
    if (!to || jsEvent.metaKey || jsEvent.ctrlKey) return;
    jsEvent.preventDefault();
    void navigate(to);
  }
  function renderEvent({ event }: EventDisplayInfo) {
    const entry = byName.get(event.id);
    if (!entry) return null;
    const Icon = entry.page === null ? IconStack2 : entry.event === 'published' ? IconArrowBarUp : IconArrowBarDown;
    return (
      <span className={classes.event} data-done={entry.isDone} data-event={entry.event} title={textOfEntry(entry, t)}>
        <Icon size={14} aria-hidden />
        <span className={classes.eventTitle} dir="auto">
          {hourOf(entry.at, i18n.language)} {entry.title}
        </span>
        <VisuallyHidden>, {textOfEntry(entry, t)}</VisuallyHidden>
      </span>
    );
  }
  return (
    <div className={classes.grid}>
      <FullCalendar
        key={`${view} ${day.toISOString()}`}
        plugins={PLUGINS}
        colorScheme={scheme}
        initialView={view === 'week' ? 'dayGridWeek' : 'dayGridMonth'}
        initialDate={day}
        headerToolbar={false}
        locale={toRegionalLocale(i18n.language)}
        firstDay={1}
        height="auto"
        fixedWeekCount
        navLinks
        navLinkDayClick={(date) => void navigate({ to: '/calendar/day', search: { at: endOfDay(date) } })}
        navLinkHint={(text) => t('calendar.dayLinkOf', { day: text })}
        dayMaxEvents={4}
        eventDisplay="block"
        moreLinkContent={({ num }) => t('calendar.more', { count: num })}
        events={events}
        eventContent={renderEvent}
        eventDrop={(info) => void onEventDrop(info)}
        eventClick={onEventClick}
      />
    </div>
  );
}
