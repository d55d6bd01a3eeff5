import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { OpenPageProps } from '../../../ui/feature.ts';
import { useFormScope } from '../../../ui/form/FormContext.tsx';
import { callerQuery } from '../../../ui/session/session.ts';
import { ask } from '../../../ui/wire/ask.ts';
import type { Present } from '../../../ui/wire/interface.ts';
import { createQueryKey } from '../../../ui/wire/keys.ts';
import { FieldMarks } from './FieldMarks.tsx';
import { type FieldReport, trackField } from './trackField.ts';

/** Shows who else has the page open, and in which of its fields they are. It is only a hint: nobody is locked out. */
export function WhoElse(page: OpenPageProps) {
  const { t, i18n } = useTranslation();
  const others = useOthers(page);
  if (others.length === 0) return null;
  const names = new Intl.ListFormat(i18n.language).format(others.map(({ name }) => name));
  return (
    <>
      <Text span size="xs" c="dimmed" role="status" truncate dir="auto">
        {t('presence.others', { count: others.length, names })}
      </Text>
      <FieldMarks people={others} />
    </>
  );
}

/** How often the server hears that the page is open here. */
const BEAT_MS = 20_000;

/** Reports that the page is open here, and in which field the user is. @returns who else has it open */
function useOthers({ id, change }: OpenPageProps): readonly Present[] {
  const { form } = useFormScope();
  const { data: caller } = useQuery(callerQuery);
  const now = useRef<FieldReport>({ field: null, writing: false });
  const { data = [], refetch } = useQuery({
    queryKey: createQueryKey('presence', id, change),
    queryFn: async () =>
      (await ask('POST /api/admin/presence', { body: { kind: 'page', id, change, ...now.current } })).data,
    refetchInterval: BEAT_MS,
    staleTime: 0,
  });
  useEffect(
    () =>
      trackField(form, (report) => {
        now.current = report;
        void refetch();
      }),
    [form, refetch],
  );
  useEffect(() => {
    const leave = (): void => {
      const body = { kind: 'page', id, change, gone: true } as const;
      void ask('POST /api/admin/presence', { body, keepalive: true }).catch(() => undefined);
    };
    window.addEventListener('pagehide', leave);
    return () => {
      window.removeEventListener('pagehide', leave);
      leave();
    };
  }, [id, change]);
  return data.filter((one) => one.type !== 'user' || one.id !== caller?.id);
}
