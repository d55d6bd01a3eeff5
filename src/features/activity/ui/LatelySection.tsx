import { Button, Skeleton, Text } from '@mantine/core';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { Moment } from '../../../ui/parts/Moment.tsx';
import { HomeSection } from '../../../ui/screens/home/HomeSection.tsx';
import { userList } from '../../../ui/screens/record/lists.ts';
import { ask } from '../../../ui/wire/ask.ts';
import type { AuditEntry } from '../../../ui/wire/interface.ts';
import { createQueryKey } from '../../../ui/wire/keys.ts';
import { EntryText, whoOf } from './EntryText.tsx';
import classes from './LatelySection.module.css';

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
export function LatelySection() {
  const { t } = useTranslation();
  const { data } = useQuery(latelyQuery);
  const { data: users = [] } = useQuery(userList);
  return (
    <HomeSection
      title={t('activity.title')}
      more={
        <Button size="compact-sm" variant="subtle" renderRoot={(props) => <Link to="/activity" {...props} />}>
          {t('activity.all')}
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
