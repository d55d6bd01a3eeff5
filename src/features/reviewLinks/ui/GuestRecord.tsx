import { Badge, Button, Card, Group, Skeleton, Text, Title } from '@mantine/core';
import { IconEye } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ProblemNotice } from '../../../ui/parts/screen/ProblemNotice.tsx';
import { toFieldChanges } from '../../../ui/screens/changes/RecordChange.tsx';
import { groupChanges } from '../../../ui/screens/history/changes.ts';
import { WordDiff } from '../../../ui/screens/history/ValueDiff.tsx';
import { DescribedFrame } from '../../../ui/screens/page/preview/PlainFrame.tsx';
import type { GuestReview } from '../../../ui/wire/interface.ts';
import classes from './GuestScreen.module.css';
import { GuestThreads } from './GuestThreads.tsx';
import { type Guest, guestPageQuery } from './guest.ts';

interface GuestRecordProps {
  readonly record: GuestReview['records'][number];
  readonly review: GuestReview;
  readonly guest: Guest;
}

const COLORS = { created: 'teal', updated: 'gray', deleted: 'red' } as const;

/** The edits of one record: what differs in words, how it will look, and what is said about it. */
export function GuestRecord({ record, review, guest }: GuestRecordProps) {
  const { t } = useTranslation();
  const [isPreviewing, setPreviewing] = useState(false);
  const { kind, id, title, values, change } = record;
  const isShown = kind === 'page' && change !== 'deleted';
  const fields = review.types.flatMap((type) => type.fields);
  const about = review.threads.filter((thread) => thread.record?.kind === kind && thread.record.id === id);
  return (
    <Card withBorder padding="md" component="article" aria-label={title}>
      <Group justify="space-between" mb="xs" wrap="nowrap">
        <Title order={2} size="h5" dir="auto">
          {title}{' '}
          <Text span size="sm" c="dimmed">
            {t(`kinds.${kind}.one`)}
          </Text>
        </Title>
        <Badge variant="light" color={COLORS[change]} tt="none" style={{ flexShrink: 0 }}>
          {t(`changes.fates.${change}`)}
        </Badge>
      </Group>
      {groupChanges(toFieldChanges(values), { t, type: { fields }, blockTypes: review.blockTypes }).map((value) => (
        <div key={value.name} className={classes.value}>
          <Text size="sm" fw={550} dir="auto">
            {value.label}
          </Text>
          {value.changes.map((one) =>
            one.key.endsWith('/position') ? (
              <Text key={one.key} size="sm">
                {t('history.moved', { from: Number(one.before) + 1, to: Number(one.after) + 1 })}
              </Text>
            ) : (
              <div key={one.key}>
                {one.label !== '' && (
                  <Text size="xs" c="dimmed" dir="auto">
                    {one.label}
                  </Text>
                )}
                <WordDiff change={one} name={value.name} />
              </div>
            ),
          )}
        </div>
      ))}
      {isShown && (
        <Button
          size="compact-sm"
          variant="default"
          mt="md"
          leftSection={<IconEye size={15} />}
          aria-expanded={isPreviewing}
          onClick={() => setPreviewing(!isPreviewing)}
        >
          {t(isPreviewing ? 'reviewLinks.hidePreview' : 'reviewLinks.preview')}
        </Button>
      )}
      {isShown && isPreviewing && <GuestPagePreview {...{ id, review, guest }} />}
      <GuestThreads threads={about} guest={guest} record={{ kind, id }} />
    </Card>
  );
}

interface GuestPreviewProps extends Omit<GuestRecordProps, 'record'> {
  readonly id: number;
}

/** The page as everybody will see it, in plain; a click in it does nothing. */
function GuestPagePreview({ id, review, guest }: GuestPreviewProps) {
  const { data: page, error } = useQuery(guestPageQuery(guest.token, id, review.head));
  if (error) return <ProblemNotice error={error} />;
  if (!page) return <Skeleton height="30rem" mt="sm" animate={false} />;
  return (
    <DescribedFrame
      page={page}
      type={review.types.find(({ slug }) => slug === page.type)}
      blockTypes={review.blockTypes}
      focus={undefined}
      style={{ width: '100%', height: '30rem', marginTop: '0.75rem' }}
      onClicked={ignore}
    />
  );
}

const ignore = (): void => undefined;
