import { Button, Skeleton, Text } from '@mantine/core';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { Moment } from '../../parts/Moment.tsx';
import { ask } from '../../wire/ask.ts';
import type { AuditEntry } from '../../wire/interface.ts';
import { createQueryKey } from '../../wire/keys.ts';
import { EntryText, whoOf } from '../activity/EntryText.tsx';
import { userList } from '../record/lists.ts';
import { HomeSection } from './HomeSection.tsx';
import classes from './Lately.module.css';

const LATELY = 8;
/** Logging in and preview links say nothing about the site. */
const isOfSite = ({ area }: AuditEntry): boolean => area !== 'auth' && area !== 'preview';

const latelyQuery = queryOptions({
  queryKey: createQueryKey('audit', 'lately'),
  queryFn: async ({ signal }) => {
    const { data } = await ask('GET /api/admin/audit-logs', { query: { limit: 5 * LATELY }, signal });
    return data.filter(isOfSite).slice(0, LATELY);
  },
});

/** The latest activity. */
export function Lately() {
  const { t } = useTranslation();
  const { data } = useQuery(latelyQuery);
  const { data: users = [] } = useQuery(userList);
  return (
    <HomeSection
      title={t('activity.title')}
      more={
        <Button size="compact-sm" variant="subtle" renderRoot={(props) => <Link to="/activity" {...props} />}>
          {t('home.allActivity')}
        </Button>
      }
    >
      {!data && <Skeleton height="8rem" animate={false} />}
      {data?.length === 0 && (
        <Text size="sm" c="dimmed">
          {t('activity.empty')}
        </Text>
      )}
      <ul className={classes.entries}>
        {data?.map((entry) => (
          <li key={`${entry.at} ${entry.action} ${entry.record}`} className={classes.entry}>
            <EntryText entry={entry} />
            <Text size="xs" c="dimmed">
              <span dir="auto">{whoOf(entry, users, t)}</span> · <Moment value={entry.at} />
            </Text>
          </li>
        ))}
      </ul>
    </HomeSection>
  );
}
