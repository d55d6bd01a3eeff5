import { Checkbox, SegmentedControl, Stack, Switch, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { showSecret } from '../../parts/dialog/showSecret.tsx';
import { DeleteButton } from '../../parts/record/DeleteButton.tsx';
import { RecordDrawer } from '../../parts/record/RecordDrawer.tsx';
import { readOnlyUnless } from '../../parts/record/readOnlyUnless.ts';
import { useSaving } from '../../parts/record/useSaving.ts';
import { useRole } from '../../session/useRole.ts';
import { ask } from '../../wire/ask.ts';
import type { Webhook } from '../../wire/interface.ts';
import { Deliveries } from './Deliveries.tsx';

interface WebhookDrawerProps {
  /** Undefined for a new one. */
  readonly record: Webhook | undefined;
  onClose(): void;
}

const EVENTS = [
  ...(['content.changed', 'page.created', 'page.updated', 'page.published', 'page.unpublished'] as const),
  ...(['page.deleted', 'media.uploaded', 'media.deleted', 'merge.clashed'] as const),
];
type WebhookEvent = (typeof EVENTS)[number];

/** The form of a webhook, with its deliveries. */
export function WebhookDrawer({ record: given, onClose }: WebhookDrawerProps) {
  const { t } = useTranslation();
  const [created, setCreated] = useState<Webhook>();
  const record = given ?? created;
  const isAdmin = useRole('admin');
  const isAll = !record || record.events.includes('*');
  const form = useForm({
    enhanceGetInputProps: readOnlyUnless(isAdmin),
    initialValues: {
      name: record?.name ?? '',
      url: record?.url ?? '',
      scope: isAll ? ('all' as const) : ('some' as const),
      events: isAll ? ([] as string[]) : [...record.events],
      isActive: record?.isActive ?? true,
    },
  });
  const saving = useSaving({
    form,
    kind: 'webhook',
    async save({ scope, events, ...values }, { scope: newScope, events: newEvents, ...changed }) {
      // The values of the checkboxes are names of events.
      const wanted = { events: scope === 'all' ? (['*'] as const) : (events as WebhookEvent[]) };
      if (record) {
        const body = { ...changed, ...((newScope ?? newEvents) !== undefined && wanted) };
        return ask('PATCH /api/admin/webhooks/{id}', { path: { id: record.id }, body });
      }
      const answer = await ask('POST /api/admin/webhooks', { body: { ...values, ...wanted } });
      await showSecret({ title: t('webhooks.made'), text: t('webhooks.madeText'), secret: answer.data.secret });
      return answer;
    },
    onSaved: onClose,
    onGoOn: ({ data }) => setCreated(data),
  });
  return (
    <RecordDrawer
      title={record ? record.name || record.url : t('webhooks.new')}
      saving={isAdmin ? saving : undefined}
      isDirty={form.isDirty()}
      action={record ? t('common.save') : t('common.create')}
      onClose={onClose}
      others={
        isAdmin &&
        record && (
          <DeleteButton
            title={t('webhooks.deleteTitle', { name: record.name || record.url })}
            text={t('webhooks.deleteText')}
            kind="webhook"
            done={t('webhooks.deleted')}
            onDelete={() => ask('DELETE /api/admin/webhooks/{id}', { path: { id: record.id } })}
            onDone={onClose}
          />
        )
      }
    >
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
    </RecordDrawer>
  );
}
