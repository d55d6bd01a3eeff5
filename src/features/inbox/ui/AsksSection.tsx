import { Button, Skeleton, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { HomeSection } from '../../../ui/screens/home/HomeSection.tsx';
import { NoticeList, useReading } from './InboxScreen.tsx';
import { newsQuery } from './queries.ts';

/** What asks for somebody: mentions, tasks, reviews, and whatever else they have not read. */
export function AsksSection() {
  const { t } = useTranslation();
  const { data } = useQuery(newsQuery);
  const read = useReading();
  return (
    <HomeSection
      title={t('inbox.asks')}
      more={
        <Button size="compact-sm" variant="subtle" renderRoot={(props) => <Link to="/inbox" {...props} />}>
          {t('inbox.all')}
        </Button>
      }
    >
      {!data && <Skeleton height="3rem" animate={false} />}
      {data?.data.length === 0 && (
        <Text size="sm" c="dimmed">
          {t('inbox.nothing')}
        </Text>
      )}
      {data && data.data.length > 0 && <NoticeList notices={data.data} onOpen={({ id }) => read.mutate([id])} />}
    </HomeSection>
  );
}
