import { IconGitMerge } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import classes from '../../../ui/screens/home/Health.module.css';
import { syncQuery } from './queries.ts';

/** The state of the git host, in a line. */
export function HostLine() {
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
