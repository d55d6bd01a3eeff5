import { Button, Code, Collapse, Group, Text, UnstyledButton } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import {
  IconAlertTriangle,
  IconChevronRight,
  IconCircleCheckFilled,
  IconClock,
  IconRefresh,
} from '@tabler/icons-react';
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Delivery } from '../../wire/interface.ts';
import type { AdminQueryKey } from '../../wire/keys.ts';
import { notifyError } from '../dialog/notify.tsx';
import { ProblemNotice } from '../screen/ProblemNotice.tsx';
import { Time } from '../Time.tsx';
import classes from './DeliveryLog.module.css';

/** What deliveries are called. */
export interface DeliveryWords {
  readonly deliveries: string;
  readonly noDeliveries: string;
  readonly sendAgain: string;
  readonly statuses: Readonly<Record<Delivery['status'], string>>;
}

/** Where deliveries come from. */
export interface DeliverySource {
  readonly key: AdminQueryKey;
  load(): Promise<readonly Delivery[]>;
  redeliver(messageId: string): Promise<unknown>;
}

interface DeliveryLogProps {
  readonly source: DeliverySource;
  readonly words: DeliveryWords;
  /** Whether the reader may deliver again. */
  readonly maySend: boolean;
  /** Why a delivery has failed, in words. */
  describeError?(error: string): string;
  /** Beside the title. */
  readonly children?: ReactNode;
}

/** How often the list is refreshed while a delivery is on its way. */
const POLL_MS = 2000;

const deliveriesQuery = ({ key, load }: DeliverySource) =>
  queryOptions({
    queryKey: key,
    queryFn: load,
    refetchInterval: ({ state }) => (state.data?.some(isWaiting) ? POLL_MS : false),
  });

/** A failed delivery may be tried again hours later, so nobody waits for that. */
const isWaiting = ({ status, attempts }: Delivery): boolean => status === 'pending' && attempts === 0;

/** The latest deliveries of a receiver of events, with what it answered, and buttons to deliver them again. */
export function DeliveryLog({ source, words, maySend, describeError, children }: DeliveryLogProps) {
  const { data = [], error, refetch } = useQuery(deliveriesQuery(source));
  const send = useRedelivery(source);
  return (
    <section aria-label={words.deliveries}>
      <Group justify="space-between" mb="xs">
        <Text component="h3" size="sm" fw={550} m={0}>
          {words.deliveries}
        </Text>
        {children}
      </Group>
      {error && <ProblemNotice error={error} onRetry={() => void refetch()} />}
      {data.length === 0 && !error && (
        <Text size="sm" c="dimmed">
          {words.noDeliveries}
        </Text>
      )}
      <ul className={classes.list}>
        {data.map((delivery) => (
          <DeliveryLine
            key={delivery.messageId}
            delivery={delivery}
            words={words}
            describeError={describeError}
            isBusy={send.isPending && send.variables === delivery.messageId}
            onSend={maySend ? () => send.mutate(delivery.messageId) : undefined}
          />
        ))}
      </ul>
    </section>
  );
}

interface DeliveryLineProps extends Pick<DeliveryLogProps, 'words'> {
  readonly delivery: Delivery;
  readonly isBusy: boolean;
  readonly describeError?: DeliveryLogProps['describeError'] | undefined;
  onSend?: (() => void) | undefined;
}

function DeliveryLine({ delivery, words, isBusy, describeError = (error) => error, onSend }: DeliveryLineProps) {
  const { t } = useTranslation();
  const [isOpen, { toggle }] = useDisclosure(false);
  const { status, type, createdAt, attempts, responseStatus, error, response, payload, nextAttemptAt } = delivery;
  return (
    <li className={classes.line}>
      <UnstyledButton onClick={toggle} aria-expanded={isOpen} className={classes.summary}>
        <IconChevronRight size={15} className={classes.arrow} aria-hidden />
        <span className={classes.type}>{type}</span>
        <DeliveryState status={status} words={words} />
        <Text span size="xs" c="dimmed" ms="auto">
          <Time value={createdAt} />
        </Text>
      </UnstyledButton>
      <Collapse expanded={isOpen}>
        <div className={classes.details}>
          <Text size="sm">
            {t('record.attempts', { count: attempts })}
            {responseStatus !== null && ` · ${t('record.answered', { status: responseStatus })}`}
            {error && ` · ${describeError(error)}`}
          </Text>
          {nextAttemptAt && (
            <Text size="sm" c="dimmed">
              {t('record.nextAttempt')} <Time value={nextAttemptAt} />
            </Text>
          )}
          {response && (
            <Code block className={classes.payload} tabIndex={0}>
              {response}
            </Code>
          )}
          <Code block className={classes.payload} tabIndex={0}>
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
              {words.sendAgain}
            </Button>
          )}
        </div>
      </Collapse>
    </li>
  );
}

function useRedelivery({ key, redeliver }: DeliverySource) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: redeliver,
    onError: notifyError,
    // Lists show the last delivery, too.
    onSettled: () => client.invalidateQueries({ queryKey: key.slice(0, 1) }),
  });
}

const ICONS = { delivered: IconCircleCheckFilled, failed: IconAlertTriangle, pending: IconClock } as const;

interface DeliveryStateProps extends Pick<DeliveryLogProps, 'words'> {
  readonly status: keyof typeof ICONS;
}

/** Whether a delivery has arrived, as a word and an icon. */
export function DeliveryState({ status, words }: DeliveryStateProps) {
  const IconOf = ICONS[status];
  return (
    <span className={classes.state} data-status={status}>
      <IconOf size={16} aria-hidden />
      {words.statuses[status]}
    </span>
  );
}
