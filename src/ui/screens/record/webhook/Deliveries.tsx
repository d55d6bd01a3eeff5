import { Button, Code, Collapse, Group, Text, UnstyledButton } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import {
  IconAlertTriangle,
  IconChevronRight,
  IconCircleCheckFilled,
  IconClock,
  IconRefresh,
  IconSend,
} from '@tabler/icons-react';
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { notifyError } from '../../../parts/dialog/notify.tsx';
import { ProblemNotice } from '../../../parts/screen/ProblemNotice.tsx';
import { Time } from '../../../parts/Time.tsx';
import { useRole } from '../../../session/useRole.ts';
import { ask } from '../../../wire/ask.ts';
import type { Delivery } from '../../../wire/interface.ts';
import { createQueryKey } from '../../../wire/keys.ts';
import classes from './Deliveries.module.css';

const SHOWN = 30;
/** How often the list is refreshed while a delivery is on its way. */
const POLL_MS = 2000;

/** The latest deliveries of a webhook. */
const deliveriesQuery = (id: number) =>
  queryOptions({
    queryKey: createQueryKey('webhook', id, 'deliveries'),
    queryFn: async () =>
      (await ask('GET /api/admin/webhooks/{id}/deliveries', { path: { id }, query: { limit: SHOWN } })).data,
    refetchInterval: ({ state }) => (state.data?.some(isWaiting) ? POLL_MS : false),
  });

/** A failed delivery may be tried again hours later, so nobody waits for that. */
const isWaiting = ({ status, attempts }: Delivery): boolean => status === 'pending' && attempts === 0;

interface DeliveriesProps {
  readonly id: number;
}

/** The deliveries of a webhook, with its answers, and buttons to send them again. */
export function Deliveries({ id }: DeliveriesProps) {
  const { t } = useTranslation();
  const isAdmin = useRole('admin');
  const { data = [], error, refetch } = useQuery(deliveriesQuery(id));
  const send = useSend(id);
  return (
    <section aria-label={t('webhooks.deliveries')}>
      <Group justify="space-between" mb="xs">
        <Text component="h3" size="sm" fw={550} m={0}>
          {t('webhooks.deliveries')}
        </Text>
        {isAdmin && (
          <Button
            size="xs"
            variant="default"
            leftSection={<IconSend size={15} />}
            loading={send.isPending && send.variables === undefined}
            onClick={() => send.mutate(undefined)}
          >
            {t('webhooks.test')}
          </Button>
        )}
      </Group>
      {error && <ProblemNotice error={error} onRetry={() => void refetch()} />}
      {data.length === 0 && !error && (
        <Text size="sm" c="dimmed">
          {t('webhooks.noDeliveries')}
        </Text>
      )}
      <ul className={classes.list}>
        {data.map((delivery) => (
          <DeliveryLine
            key={delivery.messageId}
            delivery={delivery}
            isBusy={send.isPending && send.variables === delivery.messageId}
            onSend={isAdmin ? () => send.mutate(delivery.messageId) : undefined}
          />
        ))}
      </ul>
    </section>
  );
}

interface DeliveryLineProps {
  readonly delivery: Delivery;
  readonly isBusy: boolean;
  onSend?: (() => void) | undefined;
}

function DeliveryLine({ delivery, isBusy, onSend }: DeliveryLineProps) {
  const { t } = useTranslation();
  const [isOpen, { toggle }] = useDisclosure(false);
  const { status, type, createdAt, attempts, responseStatus, error, response, payload, nextAttemptAt } = delivery;
  return (
    <li className={classes.line}>
      <UnstyledButton onClick={toggle} aria-expanded={isOpen} className={classes.summary}>
        <IconChevronRight size={15} className={classes.arrow} aria-hidden />
        <span className={classes.type}>{type}</span>
        <DeliveryState status={status} />
        <Text span size="xs" c="dimmed" ms="auto">
          <Time value={createdAt} />
        </Text>
      </UnstyledButton>
      <Collapse expanded={isOpen}>
        <div className={classes.details}>
          <Text size="sm">
            {t('webhooks.tries', { count: attempts })}
            {responseStatus !== null && ` · ${t('webhooks.answered', { status: responseStatus })}`}
            {error && ` · ${error}`}
          </Text>
          {nextAttemptAt && (
            <Text size="sm" c="dimmed">
              {t('webhooks.nextTry')} <Time value={nextAttemptAt} />
            </Text>
          )}
          {response && <Code block>{response}</Code>}
          <Code block className={classes.payload}>
            {JSON.stringify(payload, null, 2)}
          </Code>
          {onSend && (
            <Button
              size="xs"
              variant="default"
              leftSection={<IconRefresh size={15} />}
              loading={isBusy}
              onClick={onSend}
            >
              {t('webhooks.sendAgain')}
            </Button>
          )}
        </div>
      </Collapse>
    </li>
  );
}

/** Sends a test to a webhook, or an earlier delivery again. */
function useSend(id: number) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (messageId: string | undefined) =>
      messageId === undefined
        ? ask('POST /api/admin/webhooks/{id}/test', { path: { id } })
        : ask('POST /api/admin/webhooks/{id}/deliveries/{messageId}/redeliver', { path: { id, messageId } }),
    onError: notifyError,
    onSettled: () => client.invalidateQueries({ queryKey: createQueryKey('webhook') }),
  });
}

const ICONS = { delivered: IconCircleCheckFilled, failed: IconAlertTriangle, pending: IconClock } as const;

/** Whether a delivery has arrived, as a word and an icon. */
export function DeliveryState({ status }: { readonly status: keyof typeof ICONS }) {
  const { t } = useTranslation();
  const IconOf = ICONS[status];
  return (
    <span className={classes.state} data-status={status}>
      <IconOf size={16} aria-hidden />
      {t(`webhooks.statuses.${status}`)}
    </span>
  );
}
