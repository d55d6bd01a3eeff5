import { Button, Text } from '@mantine/core';
import { IconPlus, IconWebhook } from '@tabler/icons-react';
import { useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { OnOff } from '../../parts/OnOff.tsx';
import { RecordList } from '../../parts/record/RecordList.tsx';
import { RowLink } from '../../parts/row/RowLink.tsx';
import type { Column } from '../../parts/row/RowList.tsx';
import { EmptyState } from '../../parts/screen/EmptyState.tsx';
import { PageHead } from '../../parts/screen/PageHead.tsx';
import { useRole } from '../../session/useRole.ts';
import type { Webhook } from '../../wire/interface.ts';
import { DeliveryState } from './DeliveryState.tsx';
import { webhooksQuery } from './queries.ts';
import { WebhookDrawer } from './WebhookDrawer.tsx';

const route = getRouteApi('/shell/webhooks');

/** Who is told when something changes. */
export function WebhooksScreen() {
  const { t } = useTranslation();
  const { open } = route.useSearch();
  const navigate = route.useNavigate();
  const isAdmin = useRole('admin');
  const columns = useColumns();
  const { data: rows } = useSuspenseQuery(webhooksQuery);
  const record = rows.find(({ id }) => id === open);
  const add = isAdmin && (
    <Button leftSection={<IconPlus size={17} />} onClick={() => void navigate({ search: { open: 'new' } })}>
      {t('webhooks.new')}
    </Button>
  );
  return (
    <div>
      <PageHead title={t('webhooks.title')}>{rows.length > 0 && add}</PageHead>
      {rows.length === 0 ? (
        <EmptyState icon={IconWebhook} title={t('webhooks.emptyTitle')} text={t('webhooks.empty')}>
          {add}
        </EmptyState>
      ) : (
        <RecordList label={t('webhooks.title')} rows={rows} columns={columns} />
      )}
      {(open === 'new' || record) && (
        <WebhookDrawer
          key={String(open)}
          record={record}
          onClose={() => void navigate({ search: {}, replace: true })}
        />
      )}
    </div>
  );
}

function useColumns(): readonly Column<Webhook>[] {
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
