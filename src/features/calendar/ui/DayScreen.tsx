import { Alert, Anchor, Badge, Button, Group, List, SegmentedControl, Select, Text, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { IconArrowLeft, IconCalendarTime } from '@tabler/icons-react';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { localeName } from '../../../ui/parts/localeName.ts';
import { MomentInput } from '../../../ui/parts/MomentInput.tsx';
import { absoluteTime } from '../../../ui/parts/relativeTime.ts';
import { EmptyState } from '../../../ui/parts/screen/EmptyState.tsx';
import { PageHead } from '../../../ui/parts/screen/PageHead.tsx';
import { ProblemNotice } from '../../../ui/parts/screen/ProblemNotice.tsx';
import type { PageOnDay } from '../../../ui/wire/interface.ts';
import { contentTypesQuery, settingsQuery } from '../../../ui/wire/queries.ts';
import classes from './Calendar.module.css';
import { DayPage } from './DayPage.tsx';
import { type DaySearch, dayPagesQuery, type LeftOutOnDay, readDaySearch } from './dayQueries.ts';

const route = getRouteApi('/shell/calendar/day');

/** The site as visitors will read it at a time: its pages, what differs from now, and what cannot go live by then. */
export function DayScreen() {
  const { t, i18n } = useTranslation();
  const search = readDaySearch({ ...route.useSearch() });
  const navigate = route.useNavigate();
  const listed = useInfiniteQuery(dayPagesQuery(search));
  const { data, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = listed;
  const change = (more: Partial<DaySearch>): void =>
    void navigate({ search: (before) => ({ ...before, ...more }), replace: true });
  const [first] = data?.pages ?? [];
  const pages = data?.pages.flatMap((chunk) => chunk.data) ?? [];
  return (
    <div>
      <PageHead
        title={t('calendar.dayTitle')}
        back={
          <Link to="/calendar" className={classes.back}>
            <IconArrowLeft size={15} aria-hidden className="mirrored" /> {t('calendar.title')}
          </Link>
        }
      />
      <Text size="sm" c="dimmed" mb="md" maw="44rem">
        {t('calendar.dayAbout')}
      </Text>
      <DayFilters search={search} hasDifferences={first?.meta.differing !== null} onChange={change} />
      {error && <ProblemNotice error={error} onRetry={() => void refetch()} />}
      {first && <LeftOutAlert {...first.meta} />}
      <Text size="sm" mb="xs" role="status">
        {first && first.meta.differing !== null && t('calendar.differing', { count: first.meta.differing })}
        {!first && !error && t('calendar.dayLooking')}
      </Text>
      {first && pages.length === 0 && (
        <EmptyState
          icon={IconCalendarTime}
          title={t(search.differs ? 'calendar.noDifference' : 'calendar.noPages')}
          text={t('calendar.dayEmpty', { time: absoluteTime(search.at, i18n.language) })}
        />
      )}
      <ul className={classes.lines} aria-label={t('calendar.dayPages')}>
        {pages.map((page) => (
          <DayLine key={page.id} page={page} onOpen={() => change({ page: page.id })} />
        ))}
      </ul>
      {hasNextPage && (
        <Button variant="default" mt="sm" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {t('calendar.morePages')}
        </Button>
      )}
      {search.page !== undefined && (
        <DayPage id={search.page} at={search.at} onClose={() => change({ page: undefined })} />
      )}
    </div>
  );
}

const COLORS = { published: 'teal', edited: 'blue', takenOff: 'orange' } as const;

interface DayLineProps {
  readonly page: PageOnDay;
  onOpen(): void;
}

function DayLine({ page: { id, title, type, locale, slug, difference }, onOpen }: DayLineProps) {
  const { t } = useTranslation();
  const { data: types = [] } = useQuery(contentTypesQuery);
  const isGone = difference === 'takenOff';
  const typeName = types.find((one) => one.slug === type)?.name ?? type;
  return (
    <li className={classes.line}>
      <div className={classes.what}>
        {isGone ? (
          <span dir="auto">{title}</span>
        ) : (
          <Anchor component="button" type="button" className={classes.link} dir="auto" onClick={onOpen}>
            {title}
          </Anchor>
        )}
        <Text size="sm" c="dimmed" className={classes.slug}>
          {[typeName, locale, slug].filter(Boolean).join(' · ')}
        </Text>
      </div>
      {difference && (
        <Badge variant="light" color={COLORS[difference]} tt="none">
          {t(`calendar.differences.${difference}`)}
        </Badge>
      )}
      <Anchor
        size="sm"
        renderRoot={(props) => <Link to="/pages/$id" params={{ id: String(id) }} {...props} />}
        aria-label={t('calendar.editOf', { title })}
      >
        {t('calendar.edit')}
      </Anchor>
    </li>
  );
}

/** Names what is due by then and cannot go live as it is, so that the site is without it. */
function LeftOutAlert({ leftOut, unpublished }: LeftOutOnDay) {
  const { t } = useTranslation();
  if (leftOut.length + unpublished.length === 0) return null;
  return (
    <Alert
      color="yellow"
      variant="light"
      mb="md"
      title={t('calendar.leftOut')}
      styles={{ title: { color: 'var(--mantine-color-text)' } }}
    >
      <List size="sm" style={{ overflowWrap: 'anywhere' }}>
        {leftOut.map(({ name, title }) => (
          <List.Item key={name}>
            <Link to="/changes/$name" params={{ name }} className={classes.link} dir="auto">
              {title}
            </Link>
            : {t('calendar.leftOutChange')}
          </List.Item>
        ))}
        {unpublished.map(({ id, title }) => (
          <List.Item key={id}>
            <Link to="/pages/$id" params={{ id: String(id) }} className={classes.link} dir="auto">
              {title}
            </Link>
            : {t('calendar.leftOutPage')}
          </List.Item>
        ))}
      </List>
    </Alert>
  );
}

interface DayFiltersProps {
  readonly search: DaySearch;
  /** Whether it is known how the site differs from now. */
  readonly hasDifferences: boolean;
  onChange(more: Partial<DaySearch>): void;
}

function DayFilters({ search, hasDifferences, onChange }: DayFiltersProps) {
  const { t, i18n } = useTranslation();
  const { data: types = [] } = useQuery(contentTypesQuery);
  const { data: settings } = useQuery(settingsQuery);
  const locales = settings?.supportedLocales ?? [];
  const find = useDebouncedCallback((text: string) => onChange({ search: text || undefined }), 250);
  return (
    <Group gap="sm" mb="md" align="end" role="search">
      <MomentInput
        label={t('calendar.when')}
        value={search.at}
        onChange={(at) => at !== undefined && onChange({ at })}
      />
      <TextInput
        label={t('calendar.find')}
        type="search"
        defaultValue={search.search ?? ''}
        onChange={({ currentTarget }) => find(currentTarget.value)}
      />
      <Select
        label={t('calendar.type')}
        placeholder={t('calendar.anyType')}
        clearable
        data={types.map(({ slug, name }) => ({ value: slug, label: name }))}
        value={search.type ?? null}
        onChange={(type) => onChange({ type: type ?? undefined })}
      />
      {locales.length > 1 && (
        <Select
          label={t('calendar.locale')}
          placeholder={t('calendar.anyLocale')}
          clearable
          data={locales.map((value) => ({ value, label: localeName(value, i18n.language) }))}
          value={search.locale ?? null}
          onChange={(locale) => onChange({ locale: locale ?? undefined })}
        />
      )}
      {hasDifferences && (
        <SegmentedControl
          aria-label={t('calendar.which')}
          value={search.differs ? 'differs' : 'all'}
          data={[
            { value: 'all', label: t('calendar.allPages') },
            { value: 'differs', label: t('calendar.onlyDiffering') },
          ]}
          onChange={(value) => onChange({ differs: value === 'differs' || undefined })}
        />
      )}
    </Group>
  );
}
