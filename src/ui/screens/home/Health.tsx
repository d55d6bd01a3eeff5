import { Button, Skeleton, Text } from '@mantine/core';
import { IconAlertCircle, IconAlertTriangle, IconCircleCheck, IconGitMerge } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Problem as Failure } from '../../parts/screen/Problem.tsx';
import type { Problem } from '../../wire/interface.ts';
import { syncQuery } from '../sync/queries.ts';
import classes from './Health.module.css';
import { hintOf, placeOf } from './hints.ts';
import { problemsQuery } from './queries.ts';
import { Section } from './Section.tsx';

const SHOWN = 5;

/** The problems of the site, each with how to fix it, and the state of the git host. */
export function Health() {
  const { t } = useTranslation();
  const [isWhole, setWhole] = useState(false);
  const { data, error, refetch } = useQuery(problemsQuery);
  const problems = data?.data ?? [];
  const shown = isWhole ? problems : problems.slice(0, SHOWN);
  return (
    <Section title={t('home.health')}>
      {!data && error && <Failure error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton height="4.5rem" animate={false} />}
      {data && problems.length === 0 && (
        <p className={classes.line} data-state="well">
          <IconCircleCheck size={18} aria-hidden />
          {t('home.allWell')}
        </p>
      )}
      {data && problems.length > 0 && (
        <Text size="sm" mb={4}>
          {t('home.problems', { count: data.meta.total })}
        </Text>
      )}
      <ul className={classes.problems}>
        {shown.map((problem) => (
          <li key={`${problem.path} ${problem.field?.join('/')} ${problem.code} ${problem.message}`}>
            <ProblemLine problem={problem} />
          </li>
        ))}
      </ul>
      {problems.length > SHOWN && !isWhole && (
        <Button size="compact-sm" variant="subtle" onClick={() => setWhole(true)}>
          {t('home.allProblems', { count: problems.length })}
        </Button>
      )}
      <HostLine />
    </Section>
  );
}

function ProblemLine({ problem }: { readonly problem: Problem }) {
  const { t } = useTranslation();
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
              aria-label={t('home.mendOf', { name })}
              renderRoot={(props) => <Link {...place} {...props} />}
            >
              {t('home.mend')}
            </Button>
          )}
        </div>
        {t(`home.hints.${hintOf(problem)}`)}
        <Text size="xs" c="dimmed" className={classes.told} dir="auto">
          {problem.message}
        </Text>
      </div>
    </div>
  );
}

/** The state of the git host, in a line. */
function HostLine() {
  const { t } = useTranslation();
  const { data: sync } = useQuery(syncQuery);
  if (!sync) return null;
  const isWell = sync.error === null && ['synced', 'ahead', 'behind'].includes(sync.state);
  return (
    <Link to="/sync" className={classes.host}>
      <span className={classes.line} data-state={isWell ? undefined : 'error'}>
        <IconGitMerge size={18} aria-hidden />
        <span>
          {t('sync.title')}: {t(`sync.states.${sync.state}`)}
        </span>
      </span>
    </Link>
  );
}
