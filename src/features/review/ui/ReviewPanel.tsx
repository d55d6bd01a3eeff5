import { Alert, Badge, Button, Card, Collapse, Group, List, Stack, Text, Title } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Time } from '../../../ui/parts/Time.tsx';
import { RecordChange } from '../../../ui/screens/changes/RecordChange.tsx';
import { nameRole } from '../../../ui/screens/record/roles/roleNames.ts';
import type { Change, ChangeReview } from '../../../ui/wire/interface.ts';
import { changeReviewQuery } from './queries.ts';
import { useReviewActions } from './useReviewActions.tsx';

const COLORS = { open: 'gray', ready: 'gray', approved: 'teal' } as const;

/** How far the review of a change is, and what one can do about it. */
export function ReviewPanel({ change }: { readonly change: Change }) {
  const { data: review } = useQuery(changeReviewQuery(change.name));
  if (!review || isIdle(review)) return null;
  return <ReviewCard change={change} review={review} />;
}

/** Whether there is nothing to say and nothing to do. */
const isIdle = ({ isNeeded, asked, sentBack, may }: ChangeReview): boolean =>
  !isNeeded && asked === null && sentBack === null && !may.ask;

interface ReviewCardProps {
  readonly change: Change;
  readonly review: ChangeReview;
}

function ReviewCard({ change, review }: ReviewCardProps) {
  const { t } = useTranslation();
  const { state, asked, sentBack, approvals, since } = review;
  const nameOf = ({ name }: { readonly name: string | null }): string => name ?? t('review.somebody');
  return (
    <Card withBorder mb="md" component="section" aria-label={t('review.heading')}>
      <Group justify="space-between" align="start">
        <Group gap="xs">
          <Title order={2} size="h5">
            {t('review.heading')}
          </Title>
          <Badge variant="light" color={COLORS[state]} tt="none">
            {t(`review.states.${state}`)}
          </Badge>
        </Group>
        <ReviewButtons change={change} review={review} />
      </Group>
      <Stack gap="xs" mt="sm">
        {sentBack && (
          <Alert variant="light" color="red" p="sm" title={t('review.sentBackBy', { name: nameOf(sentBack.by) })}>
            <Text size="sm" dir="auto" style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
              {sentBack.reason}
            </Text>
          </Alert>
        )}
        {asked && (
          <Text size="sm">
            {t('review.askedBy', { name: nameOf(asked.by) })} · <Time value={asked.at} />
          </Text>
        )}
        {asked?.note && (
          <Text size="sm" dir="auto" style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
            {asked.note}
          </Text>
        )}
        <MissingApprovals review={review} />
        {approvals.map(({ by, at, holds }) => (
          <Group key={by.id} gap="xs">
            <Text size="sm">
              {t('review.approvedBy', { name: nameOf(by) })} · <Time value={at} />
            </Text>
            {!holds && (
              <Badge variant="light" color="red" tt="none">
                {t('review.outdated')}
              </Badge>
            )}
          </Group>
        ))}
        {since && <SinceApproval change={change} records={since.records} />}
      </Stack>
    </Card>
  );
}

function MissingApprovals({ review: { missing, missingHidden } }: Pick<ReviewCardProps, 'review'>) {
  const { t } = useTranslation();
  if (missing.length + missingHidden === 0) return null;
  return (
    <List size="sm" style={{ overflowWrap: 'anywhere' }}>
      {missing.map(({ record, needs, has, from }) => (
        <List.Item key={`${record.kind}/${record.id} ${needs} ${from?.map(({ key }) => key).join()}`}>
          {t(from ? 'review.missingOf' : 'review.missing', {
            title: record.title,
            count: needs - has,
            roles: from?.map(nameRole).join(', '),
          })}
        </List.Item>
      ))}
      {missing.some(({ notOwn }) => notOwn) && <List.Item>{t('review.notOwn')}</List.Item>}
      {missingHidden > 0 && <List.Item>{t('review.missingHidden', { count: missingHidden })}</List.Item>}
    </List>
  );
}

interface SinceApprovalProps extends Pick<ReviewCardProps, 'change'> {
  readonly records: NonNullable<ChangeReview['since']>['records'];
}

/** What differs since the user has approved it: all that is left to look at. */
function SinceApproval({ change, records }: SinceApprovalProps) {
  const { t } = useTranslation();
  const [isOpen, { toggle }] = useDisclosure(true);
  const count = records.reduce((sum, { values }) => sum + (values?.length ?? 1), 0);
  return (
    <div>
      <Group gap="xs">
        <Text size="sm" fw={550}>
          {t('review.since', { count })}
        </Text>
        <Button size="compact-sm" variant="subtle" aria-expanded={isOpen} onClick={toggle}>
          {t(isOpen ? 'review.hideSince' : 'review.showSince')}
        </Button>
      </Group>
      <Collapse expanded={isOpen}>
        <Stack gap="xs" mt="xs">
          {records.map((record) => (
            <RecordChange key={`${record.kind}/${record.key}`} record={record} change={change} />
          ))}
        </Stack>
      </Collapse>
    </div>
  );
}

function ReviewButtons({ change, review }: ReviewCardProps) {
  const { t } = useTranslation();
  const { may, own } = review;
  const { isBusy, askForReview, approve, sendBack, withdraw } = useReviewActions(change.name, review);
  return (
    <Group gap="xs">
      {may.withdraw && (
        <Button variant="subtle" size="compact-md" loading={isBusy} onClick={() => void withdraw()}>
          {t(own ? 'review.withdrawApproval' : 'review.withdrawRequest')}
        </Button>
      )}
      {may.sendBack && (
        <Button variant="default" onClick={sendBack}>
          {t('review.sendBack')}
        </Button>
      )}
      {may.approve && (
        <Button loading={isBusy} onClick={() => void approve()}>
          {t(own ? 'review.approveAgain' : 'review.approve')}
        </Button>
      )}
      {may.ask && (
        <Button variant={review.isNeeded ? 'filled' : 'default'} onClick={() => void askForReview()}>
          {t('review.ask')}
        </Button>
      )}
    </Group>
  );
}
