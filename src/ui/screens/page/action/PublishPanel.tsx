import { Alert, Anchor, Button, Collapse, Group, List, Loader, SegmentedControl, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { MomentInput } from '../../../parts/MomentInput.tsx';
import { Problem } from '../../../parts/screen/Problem.tsx';
import { Time } from '../../../parts/Time.tsx';
import type { Change } from '../../../wire/interface.ts';
import { settingsQuery } from '../../../wire/queries.ts';
import { changeQuery } from '../../changes/queries.ts';
import { RecordChange } from '../../changes/RecordChange.tsx';
import type { PageForm } from '../form/usePageForm.ts';
import type { Publishing } from '../form/usePublishing.ts';
import { publicAddress } from './publicAddress.ts';

interface PublishPanelProps {
  readonly pageForm: PageForm;
  readonly publishing: Publishing;
  onClose(): void;
}

/** Says what will be different for visitors before it is, and publishes it, now or at a time. */
export function PublishPanel({ pageForm, publishing, onClose }: PublishPanelProps) {
  const { t } = useTranslation();
  const isReady = useSavedFirst(pageForm);
  const { draft, data } = pageForm.edited;
  const scheduledAt = draft ? draft.scheduledAt : data.scheduledAt;
  const [when, setWhen] = useState<'now' | 'later'>('now');
  const [at, setAt] = useState<string>();
  const act = async (): Promise<void> => {
    const done = when === 'now' ? publishing.publish() : at !== undefined && publishing.publishAt(at);
    if (await done) onClose();
  };
  if (!isReady) return <Loader size="sm" />;
  return (
    <Stack gap="md">
      {draft ? <DraftDifference name={draft.change} /> : <BecomesReadable pageForm={pageForm} />}
      {scheduledAt !== null && (
        <Group justify="space-between" wrap="nowrap">
          <Text size="sm">
            {t('page.scheduledFor')} <Time value={scheduledAt} />
          </Text>
          <Button size="compact-sm" variant="default" onClick={() => void publishing.unschedule()}>
            {t('changes.unschedule')}
          </Button>
        </Group>
      )}
      <SegmentedControl
        aria-label={t('changes.when')}
        value={when}
        onChange={(next) => setWhen(next as typeof when)}
        data={[
          { value: 'now', label: t('page.now') },
          { value: 'later', label: t('page.later') },
        ]}
      />
      {when === 'later' && <MomentInput label={t('page.scheduledAt')} value={at} onChange={setAt} />}
      <Group justify="end">
        <Button variant="default" onClick={onClose}>
          {t('common.cancel')}
        </Button>
        <Button
          data-autofocus
          loading={publishing.isBusy}
          disabled={when === 'later' && at === undefined}
          onClick={() => void act()}
        >
          {t(when === 'now' ? 'page.publishNow' : 'page.schedule')}
        </Button>
      </Group>
    </Stack>
  );
}

/** Saves what is typed, so that the panel speaks of what will be published. False until then. */
function useSavedFirst({ form, save, edited }: PageForm): boolean {
  const [isReady, setReady] = useState(!form.isChanged());
  // A page that nobody reads yet is saved together with its new status.
  const isWaiting = !isReady && (edited.draft !== null || (edited.live ?? edited.data).status === 'published');
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the panel opens
  useEffect(() => {
    if (isWaiting) void save().finally(() => setReady(true));
    else setReady(true);
  }, []);
  return isReady;
}

function DraftDifference({ name }: { readonly name: string }) {
  const { t } = useTranslation();
  const { data: change, error, refetch } = useQuery(changeQuery(name));
  const [isOpen, { toggle }] = useDisclosure(false);
  if (error) return <Problem error={error} onRetry={() => void refetch()} />;
  if (!change) return <Loader size="sm" />;
  const values = change.records.reduce((sum, record) => sum + (record.values?.length ?? 1), 0);
  return (
    <div>
      <Text size="sm">{t('page.willDiffer', { count: values })}</Text>
      {values > 0 && (
        <Anchor component="button" type="button" size="sm" aria-expanded={isOpen} onClick={toggle}>
          {t('page.showDifferences')}
        </Anchor>
      )}
      <Collapse expanded={isOpen}>
        <Stack gap="xs" mt="xs" mah="40vh" style={{ overflowY: 'auto' }}>
          {isOpen &&
            change.records.map((record) => (
              <RecordChange key={`${record.kind} ${record.key}`} record={record} change={change} />
            ))}
        </Stack>
      </Collapse>
      <Obstacles change={change} />
    </div>
  );
}

/** What keeps the draft from being published: told before somebody tries. */
function Obstacles({ change: { name, clashes, problems } }: { readonly change: Change }) {
  const { t } = useTranslation();
  const errors = problems.filter(({ severity }) => severity === 'error');
  if (clashes.length === 0 && errors.length === 0) return null;
  return (
    <Alert color="yellow" variant="light" mt="sm" p="sm">
      {errors.length > 0 && (
        <List size="sm" listStyleType="none">
          {errors.map(({ path, message }) => (
            <List.Item key={`${path} ${message}`}>{message}</List.Item>
          ))}
        </List>
      )}
      {clashes.length > 0 && (
        <Anchor size="sm" renderRoot={(props) => <Link to="/changes/$name" params={{ name }} {...props} />}>
          {t('changes.clashCount', { count: clashes.length })}
        </Anchor>
      )}
    </Alert>
  );
}

function BecomesReadable({ pageForm }: { readonly pageForm: PageForm }) {
  const { t } = useTranslation();
  const { data: settings } = useQuery(settingsQuery);
  const address = settings && publicAddress(pageForm.edited.data, settings);
  return (
    <Text size="sm">
      {t('page.becomesReadable')} {address && <span dir="ltr">{address}</span>}
    </Text>
  );
}
