import { Button, Card, Group, Select, Text, TextInput, Title } from '@mantine/core';
import { IconLink } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { notifyError } from '../../../ui/parts/dialog/notify.tsx';
import { showSecret } from '../../../ui/parts/dialog/showSecret.tsx';
import { Moment } from '../../../ui/parts/Moment.tsx';
import { EntryButton, EntryLine, EntryList } from '../../../ui/parts/row/EntryLine.tsx';
import { useRole } from '../../../ui/session/useRole.ts';
import { ask } from '../../../ui/wire/ask.ts';
import type { Change, ReviewLink } from '../../../ui/wire/interface.ts';
import { createQueryKey } from '../../../ui/wire/keys.ts';

const DAYS = ['7', '14', '30'] as const;

/** The links that show a change to people without an account, with what these have said. */
export function LinksPanel({ change: { name } }: { readonly change: Change }) {
  const { t } = useTranslation();
  const mayMake = useRole('editor');
  const [isMaking, setMaking] = useState(false);
  const { data: links = [] } = useQuery({
    queryKey: createQueryKey('link', 'review', name),
    queryFn: async ({ signal }) => (await ask('GET /api/admin/changes/{name}/links', { path: { name }, signal })).data,
  });
  if (links.length === 0 && !mayMake) return null;
  return (
    <Card withBorder padding="md" mt="xl" component="section" aria-labelledby="review-links">
      <Group justify="space-between" mb="xs">
        <Title order={2} size="h5" id="review-links">
          {t('reviewLinks.title')}
        </Title>
        {mayMake && !isMaking && (
          <Button size="compact-sm" variant="default" onClick={() => setMaking(true)}>
            {t('reviewLinks.make')}
          </Button>
        )}
      </Group>
      <Text size="sm" c="dimmed" mb="sm">
        {t('reviewLinks.about')}
      </Text>
      {isMaking && <NewLink change={name} onDone={() => setMaking(false)} />}
      <EntryList>
        {links.map((link) => (
          <LinkLine key={link.id} link={link} change={name} mayEnd={mayMake && link.state === 'open'} />
        ))}
      </EntryList>
    </Card>
  );
}

interface ReviewLinkLineProps {
  readonly link: ReviewLink;
  readonly change: string;
  readonly mayEnd: boolean;
}

function LinkLine({ link: { id, label, state, expiresAt, verdicts }, change, mayEnd }: ReviewLinkLineProps) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const end = useMutation({
    mutationFn: () => ask('DELETE /api/admin/changes/{name}/links/{linkId}', { path: { name: change, linkId: id } }),
    onSuccess: () => client.invalidateQueries({ queryKey: createQueryKey('link') }),
    onError: (error) => notifyError(error),
  });
  return (
    <EntryLine
      icon={IconLink}
      title={label}
      detail={
        <>
          {state === 'revoked' ? t('reviewLinks.revoked') : t(`reviewLinks.${state}`)}
          {state !== 'revoked' && (
            <>
              {' '}
              <Moment value={expiresAt} />
            </>
          )}
          {verdicts.map(({ name, isYes, isOutdated, at }) => (
            <Text key={name} size="sm" c={isOutdated ? 'dimmed' : undefined}>
              <strong dir="auto">{name}</strong> ({t('reviewLinks.guest')}):{' '}
              {t(isYes ? 'reviewLinks.saidYes' : 'reviewLinks.saidNo')}
              {isOutdated && ` ${t('reviewLinks.outdated')}`} · <Moment value={at} />
            </Text>
          ))}
        </>
      }
    >
      {mayEnd && (
        <EntryButton label={t('reviewLinks.end')} about={label} isBusy={end.isPending} onClick={() => end.mutate()} />
      )}
    </EntryLine>
  );
}

interface NewReviewLinkProps {
  readonly change: string;
  onDone(): void;
}

function NewLink({ change, onDone }: NewReviewLinkProps) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const [label, setLabel] = useState('');
  const [days, setDays] = useState('14');
  const make = useMutation({
    mutationFn: () =>
      ask('POST /api/admin/changes/{name}/links', { path: { name: change }, body: { label, days: Number(days) } }),
    async onSuccess({ data: { url } }) {
      onDone();
      void client.invalidateQueries({ queryKey: createQueryKey('link') });
      await showSecret({ title: t('reviewLinks.made'), text: t('reviewLinks.pass'), secret: url });
    },
    onError: (error) => notifyError(error),
  });
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        make.mutate();
      }}
    >
      <Group align="end" gap="sm" mb="sm">
        <TextInput
          label={t('reviewLinks.whom')}
          value={label}
          maxLength={100}
          data-autofocus
          autoFocus
          required
          onChange={({ currentTarget }) => setLabel(currentTarget.value)}
          style={{ flex: '1 1 12rem' }}
        />
        <Select
          label={t('reviewLinks.howLong')}
          data={DAYS.map((value) => ({ value, label: t('reviewLinks.days', { count: Number(value) }) }))}
          value={days}
          allowDeselect={false}
          onChange={(value) => setDays(value ?? '14')}
          w="8rem"
        />
        <Button type="submit" loading={make.isPending} disabled={label.trim() === ''}>
          {t('reviewLinks.makeIt')}
        </Button>
        <Button variant="default" onClick={onDone}>
          {t('common.cancel')}
        </Button>
      </Group>
    </form>
  );
}
