import { Button, Checkbox, SegmentedControl, Stack, Switch, Text, TextInput } from '@mantine/core';
import { IconSend, IconWebhook } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import i18next from 'i18next';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { DeliveryLog, type DeliverySource, DeliveryState } from '../../../ui/parts/delivery/DeliveryLog.tsx';
import { notifyError } from '../../../ui/parts/dialog/notify.tsx';
import { showSecret } from '../../../ui/parts/dialog/showSecret.tsx';
import { defineRecordScreen } from '../../../ui/screens/record/defineRecordScreen.tsx';
import { OnOff } from '../../../ui/screens/record/OnOff.tsx';
import type { RecordInputsProps } from '../../../ui/screens/record/RecordForm.tsx';
import { useRole } from '../../../ui/session/useRole.ts';
import { ask } from '../../../ui/wire/ask.ts';
import type { Webhook } from '../../../ui/wire/interface.ts';
import { createQueryKey } from '../../../ui/wire/keys.ts';
import { webhookList } from './list.ts';

const EVENTS = [
  ...(['content.changed', 'page.created', 'page.updated', 'page.published', 'page.unpublished'] as const),
  ...(['page.deleted', 'media.uploaded', 'media.deleted', 'merge.clashed'] as const),
];
type WebhookEvent = (typeof EVENTS)[number];

function toWebhookValues(record?: Webhook) {
  const isAll = !record || record.events.includes('*');
  return {
    name: record?.name ?? '',
    url: record?.url ?? '',
    scope: isAll ? ('all' as const) : ('some' as const),
    events: isAll ? ([] as string[]) : [...record.events],
    isActive: record?.isActive ?? true,
  };
}
type WebhookValues = ReturnType<typeof toWebhookValues>;

/** The values of the checkboxes are names of events. */
const toEvents = ({ scope, events }: Pick<WebhookValues, 'scope' | 'events'>) =>
  scope === 'all' ? (['*'] as const) : (events as WebhookEvent[]);

/** The webhooks, which are called when something changes. */
export const WebhooksScreen = defineRecordScreen<Webhook, WebhookValues>({
  path: '/webhooks',
  isPrivate: true,
  list: webhookList,
  words: 'webhooks',
  create: 'common.create',
  empty: { icon: IconWebhook, title: 'webhooks.emptyTitle', text: 'webhooks.empty' },
  nameOf: ({ name, url }) => name || url,
  columns: ({ t, link }) => [
    {
      id: 'name',
      label: t('common.name'),
      width: 'minmax(0, 1fr)',
      show: (webhook) => (
        <>
          {link(webhook, webhook.name || webhook.url)}
          <Text size="xs" c="dimmed" truncate dir="ltr">
            {webhook.url}
          </Text>
        </>
      ),
    },
    {
      id: 'events',
      label: t('webhooks.events'),
      width: '11rem',
      from: 'desk',
      show: ({ events }) =>
        events.includes('*') ? t('webhooks.everything') : t('webhooks.eventCount', { count: events.length }),
    },
    {
      id: 'last',
      label: t('webhooks.last'),
      width: '9rem',
      from: 'tablet',
      show: ({ lastDelivery }) =>
        lastDelivery && (
          <DeliveryState status={lastDelivery.status} words={t('webhooks.log', { returnObjects: true })} />
        ),
    },
    { id: 'active', label: t('record.state'), width: '6.5rem', show: ({ isActive }) => <OnOff isOn={isActive} /> },
  ],
  toValues: toWebhookValues,
  Inputs: WebhookInputs,
  async onCreate({ name, url, isActive, ...sent }) {
    const answer = await ask('POST /api/admin/webhooks', { body: { name, url, isActive, events: toEvents(sent) } });
    const title = i18next.t('webhooks.made');
    await showSecret({ title, text: i18next.t('webhooks.madeText'), secret: answer.data.secret });
    return answer;
  },
  onChange({ id }, values, { scope, events, ...changed }) {
    const body = { ...changed, ...((scope ?? events) !== undefined && { events: toEvents(values) }) };
    return ask('PATCH /api/admin/webhooks/{id}', { path: { id }, body });
  },
  onDelete: (id) => ask('DELETE /api/admin/webhooks/{id}', { path: { id } }),
});

function WebhookInputs({ form, record }: RecordInputsProps<Webhook, WebhookValues>) {
  const { t } = useTranslation();
  return (
    <>
      <TextInput
        label={t('webhooks.url')}
        description={t('webhooks.urlHelp')}
        type="url"
        data-autofocus={!record || undefined}
        dir="ltr"
        {...form.getInputProps('url')}
      />
      <TextInput label={t('common.name')} dir="auto" {...form.getInputProps('name')} />
      <div>
        <Text size="sm" fw={500} mb={4} id="webhook-scope">
          {t('webhooks.events')}
        </Text>
        <SegmentedControl
          fullWidth
          aria-labelledby="webhook-scope"
          data={[
            { value: 'all', label: t('webhooks.everything') },
            { value: 'some', label: t('webhooks.some') },
          ]}
          {...form.getInputProps('scope')}
        />
      </div>
      {form.values.scope === 'some' && (
        <Checkbox.Group aria-labelledby="webhook-scope" {...form.getInputProps('events')}>
          <Stack gap={8}>
            {EVENTS.map((name) => (
              <Checkbox
                key={name}
                value={name}
                label={t(`webhooks.names.${name.replace('.', '_') as 'page_created'}`)}
              />
            ))}
          </Stack>
        </Checkbox.Group>
      )}
      <Switch label={t('webhooks.active')} {...form.getInputProps('isActive', { type: 'checkbox' })} />
      {record && <Deliveries id={record.id} />}
    </>
  );
}

const SHOWN = 30;

const createDeliverySource = (id: number): DeliverySource => ({
  key: createQueryKey('webhook', id, 'deliveries'),
  load: async () =>
    (await ask('GET /api/admin/webhooks/{id}/deliveries', { path: { id }, query: { limit: SHOWN } })).data,
  redeliver: (messageId) =>
    ask('POST /api/admin/webhooks/{id}/deliveries/{messageId}/redeliver', { path: { id, messageId } }),
});

/** The deliveries of a webhook, and a button that sends a test. */
function Deliveries({ id }: { readonly id: number }) {
  const { t } = useTranslation();
  const isAdmin = useRole('admin');
  const source = useMemo(() => createDeliverySource(id), [id]);
  const test = useTest(id);
  return (
    <DeliveryLog source={source} words={t('webhooks.log', { returnObjects: true })} maySend={isAdmin}>
      {isAdmin && (
        <Button
          size="xs"
          variant="default"
          leftSection={<IconSend size={15} />}
          loading={test.isPending}
          onClick={() => test.mutate()}
        >
          {t('webhooks.test')}
        </Button>
      )}
    </DeliveryLog>
  );
}

function useTest(id: number) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => ask('POST /api/admin/webhooks/{id}/test', { path: { id } }),
    onError: notifyError,
    onSettled: () => client.invalidateQueries({ queryKey: createQueryKey('webhook') }),
  });
}
