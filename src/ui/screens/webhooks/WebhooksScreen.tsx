import { Text } from '@mantine/core';
import { IconWebhook } from '@tabler/icons-react';
import { useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { OnOff } from '../../parts/OnOff.tsx';
import { RecordScreen } from '../../parts/record/RecordScreen.tsx';
import { RowLink } from '../../parts/row/RowLink.tsx';
import type { Column } from '../../parts/row/RowList.tsx';
import { useRole } from '../../session/useRole.ts';
import type { Webhook } from '../../wire/interface.ts';
import { DeliveryState } from './DeliveryState.tsx';
import { webhooksQuery } from './queries.ts';
import { WebhookDrawer } from './WebhookDrawer.tsx';

const route = getRouteApi('/shell/webhooks');

/** The webhooks, which are called when something changes. */
export function WebhooksScreen() {
  const { t } = useTranslation();
  const { open } = route.useSearch();
  const navigate = route.useNavigate();
  const isAdmin = useRole('admin');
  const columns = useWebhookColumns();
  const { data: rows } = useSuspenseQuery(webhooksQuery);
  return (
    <RecordScreen
      title={t('webhooks.title')}
      empty={{ icon: IconWebhook, title: t('webhooks.emptyTitle'), text: t('webhooks.empty') }}
      addLabel={isAdmin ? t('webhooks.new') : undefined}
      rows={rows}
      columns={columns}
      open={open}
      onOpen={(next) => void navigate({ search: next ? { open: next } : {}, replace: next === undefined })}
      drawer={(record, close) => <WebhookDrawer record={record} onClose={close} />}
    />
  );
}

function useWebhookColumns(): readonly Column<Webhook>[] {
  const { t } = useTranslation();
  return useMemo(
    () => [
      {
        id: 'name',
        label: t('common.name'),
        width: 'minmax(0, 1fr)',
        show: ({ id, name, url }) => (
          <>
            <RowLink to="/webhooks" search={{ open: id }}>
              {name || url}
            </RowLink>
            <Text size="xs" c="dimmed" truncate dir="ltr">
              {url}
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
        show: ({ lastDelivery }) => lastDelivery && <DeliveryState status={lastDelivery.status} />,
      },
      { id: 'active', label: t('record.state'), width: '6.5rem', show: ({ isActive }) => <OnOff isOn={isActive} /> },
    ],
    [t],
  );
}
