import { Alert, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { ask } from '../../wire/ask.ts';
import { createQueryKey } from '../../wire/keys.ts';
import { RecordDrawer } from '../record/RecordDrawer.tsx';
import { ProblemNotice } from '../screen/ProblemNotice.tsx';
import { DeliveryLog, type DeliverySource } from './DeliveryLog.tsx';
import { StartEffects } from './StartEffects.tsx';

const SHOWN = 30;

const effectsQuery = (name: string) =>
  queryOptions({
    queryKey: createQueryKey('effects', name, 'state'),
    queryFn: async () => (await ask('GET /api/admin/extensions/{name}/effects', { path: { name } })).data,
  });

const createEffectSource = (name: string): DeliverySource => ({
  key: createQueryKey('effects', name, 'deliveries'),
  load: async () =>
    (await ask('GET /api/admin/extensions/{name}/effects/deliveries', { path: { name }, query: { limit: SHOWN } }))
      .data,
  redeliver: (messageId) =>
    ask('POST /api/admin/extensions/{name}/effects/deliveries/{messageId}/redeliver', { path: { name, messageId } }),
});

interface EffectsDrawerProps {
  /** The name of an extension that has effects. */
  readonly name: string;
  onClose(): void;
}

/** What an extension has done after events, for admins. */
export function EffectsDrawer({ name, onClose }: EffectsDrawerProps) {
  const { t } = useTranslation();
  const { data, error, refetch } = useQuery(effectsQuery(name));
  const source = useMemo(() => createEffectSource(name), [name]);
  const failures: Readonly<Record<string, string>> = t('effects.failures', { returnObjects: true });
  const stopped = data?.stopped ?? null;
  return (
    <RecordDrawer title={t('effects.title', { name })} isDirty={false} onClose={onClose}>
      {error && <ProblemNotice error={error} onRetry={() => void refetch()} />}
      {stopped !== null && (
        <Alert color="orange" icon={<IconAlertTriangle size={18} />} title={t('effects.stopped')}>
          <Text size="sm" mb="xs">
            {stopped}
          </Text>
          <StartEffects name={name} />
        </Alert>
      )}
      <DeliveryLog
        source={source}
        words={t('effects.log', { returnObjects: true })}
        maySend={stopped === null}
        describeError={(failure) => failures[failure] ?? failure}
      />
    </RecordDrawer>
  );
}
