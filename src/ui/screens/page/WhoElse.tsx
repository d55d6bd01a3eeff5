import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { ask } from '../../wire/ask.ts';
import { createQueryKey } from '../../wire/keys.ts';

/** How often the server hears that the page is open here. */
const BEAT_MS = 20_000;

interface WhoElseProps {
  readonly id: number;
  /** The name of the change that was entered; null outside of changes. */
  readonly change: string | null;
}

/** Shows who else has the page open. It is only a hint: nobody is locked out. */
export function WhoElse({ id, change }: WhoElseProps) {
  const { t, i18n } = useTranslation();
  const record = { kind: 'page', id, change } as const;
  const { data = [] } = useQuery({
    queryKey: createQueryKey('presence', id, change),
    queryFn: async () => (await ask('POST /api/admin/presence', { body: record })).data,
    refetchInterval: BEAT_MS,
    staleTime: 0,
  });
  useEffect(
    () => () => {
      const body = { kind: 'page', id, change, gone: true } as const;
      void ask('POST /api/admin/presence', { body }).catch(() => undefined);
    },
    [id, change],
  );
  if (data.length === 0) return null;
  const names = new Intl.ListFormat(i18n.language).format(data.map(({ name }) => name));
  return (
    <Text span size="xs" c="dimmed" role="status" truncate dir="auto">
      {t('changes.others', { count: data.length, names })}
    </Text>
  );
}
