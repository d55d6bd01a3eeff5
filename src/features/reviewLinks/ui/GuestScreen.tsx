import { Alert, Button, Card, Group, Loader, Stack, Text, TextInput, Title } from '@mantine/core';
import { useDocumentTitle } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Moment } from '../../../ui/parts/Moment.tsx';
import { ProblemNotice } from '../../../ui/parts/screen/ProblemNotice.tsx';
import { problemText } from '../../../ui/parts/screen/problemText.ts';
import { useLinkToken } from '../../../ui/screens/door/account/LinkScreen.tsx';
import { DoorScreen } from '../../../ui/screens/door/DoorScreen.tsx';
import type { GuestReview } from '../../../ui/wire/interface.ts';
import { WireError } from '../../../ui/wire/WireError.ts';
import { GuestRecord } from './GuestRecord.tsx';
import classes from './GuestScreen.module.css';
import { GuestThreads } from './GuestThreads.tsx';
import { type Guest, reviewQuery, useVerdict } from './guest.ts';

/** What a link shows to somebody without an account: one change, to be read, commented on, and judged. */
export function GuestScreen() {
  const { t } = useTranslation();
  const token = useLinkToken();
  const { data, error } = useQuery(reviewQuery(token));
  if (data) return <Review review={data} token={token} />;
  if (!error)
    return (
      <DoorScreen title="Quire">
        <Loader />
      </DoorScreen>
    );
  const isGone = error instanceof WireError && ['NOT_FOUND', 'UNAUTHORIZED', 'VALIDATION'].includes(error.code);
  return (
    <DoorScreen title={t('reviewLinks.goneTitle')} text={isGone ? t('reviewLinks.gone') : ''}>
      {!isGone && <ProblemNotice error={error} />}
    </DoorScreen>
  );
}

interface GuestReviewProps {
  readonly review: GuestReview;
  readonly token: string;
}

function Review({ review, token }: GuestReviewProps) {
  const { t } = useTranslation();
  const [name, setName] = useState('');
  const { siteName, title, records, threads, expiresAt, isTooLarge } = review;
  const guest = { token, name: name.trim() };
  useDocumentTitle(`${title} · ${siteName}`);
  return (
    <main className={classes.screen}>
      <Text size="sm" c="dimmed" dir="auto">
        {siteName}
      </Text>
      <Title order={1} size="h2" dir="auto">
        {title}
      </Title>
      <Text size="sm" c="dimmed" mb="lg">
        {t('reviewLinks.intro')} {t('reviewLinks.open')} <Moment value={expiresAt} />.
      </Text>
      <TextInput
        label={t('reviewLinks.yourName')}
        description={t('reviewLinks.yourNameHelp')}
        value={name}
        maxLength={100}
        autoComplete="name"
        mb="lg"
        onChange={({ currentTarget }) => setName(currentTarget.value)}
      />
      {isTooLarge && <Alert mb="md">{t('reviewLinks.tooLarge')}</Alert>}
      <Stack gap="md">
        {records.map((record) => (
          <GuestRecord key={`${record.kind} ${record.id}`} {...{ record, review, guest }} />
        ))}
        <Card withBorder padding="md" component="section" aria-label={t('reviewLinks.general')}>
          <Title order={2} size="h5" mb="xs">
            {t('reviewLinks.general')}
          </Title>
          <GuestThreads threads={threads.filter((thread) => thread.record === null)} guest={guest} />
        </Card>
        <Verdict review={review} guest={guest} />
      </Stack>
    </main>
  );
}

interface GuestVerdictProps {
  readonly review: GuestReview;
  readonly guest: Guest;
}

function Verdict({ review, guest }: GuestVerdictProps) {
  const { t } = useTranslation();
  const { mutate, isPending, error } = useVerdict(guest, review);
  const isNameless = guest.name === '';
  return (
    <Card withBorder padding="md" component="section" aria-label={t('reviewLinks.verdict')}>
      <Title order={2} size="h5" mb={4}>
        {t('reviewLinks.verdict')}
      </Title>
      <Text size="sm" c="dimmed" mb="sm">
        {t(isNameless ? 'reviewLinks.nameFirst' : 'reviewLinks.verdictHelp')}
      </Text>
      {error && (
        <Alert color="red" variant="light" mb="sm" role="alert">
          {problemText(error)}
        </Alert>
      )}
      <Group gap="sm">
        <Button disabled={isNameless} loading={isPending} onClick={() => mutate(true)}>
          {t('reviewLinks.yes')}
        </Button>
        <Button variant="default" disabled={isNameless} loading={isPending} onClick={() => mutate(false)}>
          {t('reviewLinks.no')}
        </Button>
      </Group>
      <div role="status">
        {review.verdicts.map(({ name, isYes, isOutdated, at }) => (
          <Text key={name} size="sm" mt="sm" {...(isOutdated && { c: 'dimmed' })}>
            <strong dir="auto">{name}</strong>: {t(isYes ? 'reviewLinks.saidYes' : 'reviewLinks.saidNo')}
            {isOutdated && ` ${t('reviewLinks.outdated')}`} · <Moment value={at} />
          </Text>
        ))}
      </div>
    </Card>
  );
}
