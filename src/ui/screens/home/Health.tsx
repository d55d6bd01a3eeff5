import { Button, Skeleton, Text } from '@mantine/core';
import { IconAlertCircle, IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { UI_FEATURES } from '../../../features/lists/ui/browser.ts';
import { RECORD_SCREENS, type RecordLink, type RecordScreen } from '../../parts/record/recordScreens.ts';
import { ProblemNotice as Failure } from '../../parts/screen/ProblemNotice.tsx';
import { ask } from '../../wire/ask.ts';
import type { Problem } from '../../wire/interface.ts';
import { createQueryKey } from '../../wire/keys.ts';
import classes from './Health.module.css';
import { HomeSection } from './HomeSection.tsx';
import { hintOf, isAside } from './hints.ts';
import { problemsQuery } from './queries.ts';

const SHOWN = 5;

/** What features say about the health of the site. */
export const HEALTH_LINES = UI_FEATURES.flatMap(({ home = [] }) => home).filter(({ at }) => at === 'health');

/** What features say below each problem. */
const PROBLEM_NOTES = UI_FEATURES.flatMap(({ problemNote = [] }) => problemNote);

/** How many pictures have no alternative text. */
const withoutAltQuery = queryOptions({
  queryKey: createQueryKey('media', 'withoutAlt'),
  queryFn: async ({ signal }) =>
    (await ask('GET /api/admin/media', { query: { alt: 'missing', limit: 1 }, signal })).meta.total,
});

/** The problems of the site, each with how to fix it, what is worth knowing besides, and the state of the git host. */
export function Health() {
  const { t } = useTranslation();
  const { data, error, refetch } = useQuery(problemsQuery);
  const all = data?.data ?? [];
  const aside = all.filter(isAside);
  const count = (data?.meta.total ?? 0) - aside.length;
  return (
    <HomeSection title={t('desk.health')}>
      {!data && error && <Failure error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton height="4.5rem" animate={false} />}
      {data && count === 0 && (
        <p className={classes.line} data-state="well">
          <IconCircleCheck size={18} aria-hidden />
          {t('desk.allWell')}
        </p>
      )}
      {data && count > 0 && (
        <Text size="sm" mb={4}>
          {t('desk.problems', { count })}
        </Text>
      )}
      <ProblemLines problems={all.filter((problem) => !isAside(problem))} />
      <Aside problems={aside} />
      {HEALTH_LINES.map(({ name, Section }) => (
        <Section key={name} />
      ))}
    </HomeSection>
  );
}

interface ProblemLinesProps {
  readonly problems: readonly Problem[];
}

export function ProblemLines({ problems }: ProblemLinesProps) {
  const { t } = useTranslation();
  const [isWhole, setWhole] = useState(false);
  const shown = isWhole ? problems : problems.slice(0, SHOWN);
  return (
    <>
      <ul className={classes.problems}>
        {shown.map((problem) => (
          <li key={`${problem.path} ${problem.field?.join('/')} ${problem.code} ${problem.message}`}>
            <ProblemLine problem={problem} />
          </li>
        ))}
      </ul>
      {problems.length > SHOWN && !isWhole && (
        <Button size="compact-sm" variant="subtle" onClick={() => setWhole(true)}>
          {t('desk.allProblems', { count: problems.length })}
        </Button>
      )}
    </>
  );
}

/** What is not wrong but could be better, in a quiet line each. */
function Aside({ problems }: ProblemLinesProps) {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  const { data: withoutAlt = 0 } = useQuery(withoutAltQuery);
  return (
    <>
      {withoutAlt > 0 && (
        <Text size="sm" c="dimmed" mt="xs">
          <Link to="/media" search={{ alt: 'missing' }} className={classes.quiet}>
            {t('desk.withoutAlt', { count: withoutAlt })}
          </Link>
        </Text>
      )}
      {problems.length > 0 && (
        <Button
          size="compact-sm"
          variant="subtle"
          color="gray"
          mt={4}
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        >
          {t('desk.unusedFiles', { count: problems.length })}
        </Button>
      )}
      {isOpen && <ProblemLines problems={problems} />}
    </>
  );
}

function ProblemLine({ problem }: { readonly problem: Problem }) {
  const { t, i18n } = useTranslation();
  const IconOf = problem.severity === 'error' ? IconAlertCircle : IconAlertTriangle;
  const place = placeOf(problem);
  const name = problem.record?.title ?? problem.record?.key ?? problem.path;
  return (
    <div className={classes.line} data-state={problem.severity}>
      <IconOf size={18} aria-hidden />
      <div className={classes.words}>
        <div className={classes.what}>
          <strong dir="auto">{name}</strong>
          {place && (
            <Button
              size="compact-xs"
              variant="default"
              aria-label={t('desk.mendOf', { name })}
              renderRoot={(props) => <Link {...place} {...props} />}
            >
              {t('desk.mend')}
            </Button>
          )}
        </div>
        {t(`home.hints.${hintOf(problem)}`)}
        {/* The server's own words are English. */}
        {i18n.language === 'en' && (
          <Text size="xs" c="dimmed" className={classes.told}>
            {problem.message}
          </Text>
        )}
        {PROBLEM_NOTES.map(({ name: note, Part }) => (
          <Part key={note} problem={problem} />
        ))}
      </div>
    </div>
  );
}

const PLACES: Readonly<Record<string, RecordScreen>> = {
  ...RECORD_SCREENS,
  // Each leads to a screen of its feature.
  ...(Object.assign({}, ...UI_FEATURES.map(({ places }) => places)) as Record<string, RecordScreen>),
};

const BY_CODE: Readonly<Record<string, RecordLink>> = {
  ...Object.fromEntries(
    UI_FEATURES.flatMap(({ problems = {} }) =>
      Object.entries(problems).map(([code, to]) => [code, { to: to as RecordLink['to'] }]),
    ),
  ),
};

/** The screen where a problem can be fixed; undefined if that has to be done outside of the editor. */
const placeOf = ({ code, record, field }: Problem): RecordLink | undefined =>
  BY_CODE[code] ?? (record && PLACES[record.kind]?.(record.id, field));
