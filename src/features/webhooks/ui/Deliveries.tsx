import { Button } from '@mantine/core';
import { IconSend } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { DeliveryLog, type DeliverySource } from '../../../ui/parts/delivery/DeliveryLog.tsx';
import { notifyError } from '../../../ui/parts/dialog/notify.tsx';
import { useRole } from '../../../ui/session/useRole.ts';
import { ask } from '../../../ui/wire/ask.ts';
import { createQueryKey } from '../../../ui/wire/keys.ts';

const SHOWN = 30;

const createDeliverySource = (id: number): DeliverySource => ({
  key: createQueryKey('webhook', id, 'deliveries'),
  load: async () =>
    (await ask('GET /api/admin/webhooks/{id}/deliveries', { path: { id }, query: { limit: SHOWN } })).data,
  redeliver: (messageId) =>
    ask('POST /api/admin/webhooks/{id}/deliveries/{messageId}/redeliver', { path: { id, messageId } }),
});

/** The deliveries of a webhook, and a button that sends a test. */
export function Deliveries({ id }: { readonly id: number }) {
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
