import { ActionIcon, Button, Group, SegmentedControl, Select, Text, Title } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { localeName } from '../../../ui/parts/localeName.ts';
import { loadOnDemand } from '../../../ui/parts/onDemand/loadOnDemand.tsx';
import { toRegionalLocale } from '../../../ui/parts/relativeTime.ts';
import { PageHead } from '../../../ui/parts/screen/PageHead.tsx';
import { ProblemNotice } from '../../../ui/parts/screen/ProblemNotice.tsx';
import { contentTypesQuery, settingsQuery } from '../../../ui/wire/queries.ts';
import { CalendarList } from './CalendarList.tsx';
import { endOfDay } from './dayQueries.ts';
import {
  CALENDAR_VIEWS,
  type CalendarSearch,
  type CalendarView,
  calendarQuery,
  readCalendarSearch,
  readDay,
  shownDays,
  turnPage,
  writeDay,
} from './queries.ts';
import { useReschedule } from './useReschedule.tsx';

const route = getRouteApi('/shell/calendar');

/** A month in a table is wider than the list. */
const CalendarGrid = loadOnDemand(async () => (await import('./CalendarGrid.tsx')).CalendarGrid);

/** What was and what will be published and taken offline, by day. */
export function CalendarScreen() {
  const { t, i18n } = useTranslation();
  const search = readCalendarSearch({ ...route.useSearch() });
  const navigate = route.useNavigate();
  const isPhone = useMediaQuery('(max-width: 48em)', false, { getInitialValueInEffect: false });
  const view = search.view ?? (isPhone ? 'list' : 'month');
  const day = readDay(search.day);
  const { data: entries = [], error, refetch } = useQuery(calendarQuery(shownDays(view, day), search));
  const reschedule = useReschedule();
  const change = (more: CalendarSearch): void =>
    void navigate({ search: (before) => ({ ...before, ...more }), replace: true });
  if (error) return <ProblemNotice error={error} onRetry={() => void refetch()} />;
  return (
    <>
      <PageHead title={t('calendar.title')}>
        <CalendarFilters search={search} onChange={change} />
        <Button
          variant="default"
          renderRoot={(props) => <Link to="/calendar/day" search={{ at: endOfDay(day) }} {...props} />}
        >
          {t('calendar.seeDay')}
        </Button>
      </PageHead>
      <Group justify="space-between" mb="md" gap="sm">
        <Group gap="xs">
          <Button variant="default" size="compact-md" onClick={() => change({ day: undefined })}>
            {t('calendar.today')}
          </Button>
          <ActionIcon
            variant="default"
            aria-label={t('calendar.before')}
            onClick={() => change({ day: writeDay(turnPage(view, day, -1)) })}
          >
            <IconChevronLeft size={18} className="mirrored" />
          </ActionIcon>
          <ActionIcon
            variant="default"
            aria-label={t('calendar.after')}
            onClick={() => change({ day: writeDay(turnPage(view, day, 1)) })}
          >
            <IconChevronRight size={18} className="mirrored" />
          </ActionIcon>
          <Title order={2} size="h4" aria-live="polite">
            {nameOfDays(view, day, i18n.language)}
          </Title>
        </Group>
        <SegmentedControl
          aria-label={t('calendar.view')}
          value={view}
          data={CALENDAR_VIEWS.map((value) => ({ value, label: t(`calendar.${value}`) }))}
          onChange={(value) => change({ view: value as CalendarView })}
        />
      </Group>
      {view === 'list' ? (
        <CalendarList entries={entries} reschedule={reschedule} />
      ) : (
        <>
          <CalendarGrid view={view} day={day} entries={entries} reschedule={reschedule} />
          <Text size="sm" c="dimmed" mt="sm">
            {t('calendar.hint')}
          </Text>
        </>
      )}
    </>
  );
}

/** `February 2026`, or the days of a week. */
function nameOfDays(view: CalendarView, day: Date, language: string): string {
  const locale = toRegionalLocale(language);
  if (view !== 'week') return new Intl.DateTimeFormat(locale, { month: 'long', year: 'numeric' }).format(day);
  const { from, to } = shownDays(view, day);
  const last = new Date(to.getTime() - 1);
  return new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'long', year: 'numeric' }).formatRange(from, last);
}

interface CalendarFiltersProps {
  readonly search: CalendarSearch;
  onChange(more: CalendarSearch): void;
}

function CalendarFilters({ search, onChange }: CalendarFiltersProps) {
  const { t, i18n } = useTranslation();
  const { data: types = [] } = useQuery(contentTypesQuery);
  const { data: settings } = useQuery(settingsQuery);
  const locales = settings?.supportedLocales ?? [];
  return (
    <Group gap="xs" role="search">
      <Select
        aria-label={t('calendar.anyType')}
        placeholder={t('calendar.anyType')}
        clearable
        data={types.map(({ slug, name }) => ({ value: slug, label: name }))}
        value={search.type ?? null}
        onChange={(type) => onChange({ type: type ?? undefined })}
      />
      {locales.length > 1 && (
        <Select
          aria-label={t('calendar.anyLocale')}
          placeholder={t('calendar.anyLocale')}
          clearable
          data={locales.map((value) => ({ value, label: localeName(value, i18n.language) }))}
          value={search.locale ?? null}
          onChange={(locale) => onChange({ locale: locale ?? undefined })}
        />
      )}
    </Group>
  );
}
