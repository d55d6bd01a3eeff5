import { Anchor, Loader, Stack, Text } from '@mantine/core';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { Link, useLocation } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { ProblemNotice } from '../../../parts/screen/ProblemNotice.tsx';
import { createQueryKey } from '../../../wire/keys.ts';
import { WireError } from '../../../wire/WireError.ts';
import { DoorScreen } from '../DoorScreen.tsx';

/** What a link holds: it comes after `#`, so that it reaches no server's log. */
export const useLinkToken = (): string => useLocation({ select: ({ hash }) => hash });

/** An address that was cut off counts as a link that works no more. */
const NO_LINK = new WireError({ status: 403, problems: [{ code: 'FORBIDDEN', message: '' }] });

/** Reads what a link is about. */
export const useLink = <T,>(token: string, read: (token: string) => Promise<T>): UseQueryResult<T> =>
  useQuery({
    queryKey: createQueryKey('link', token),
    queryFn: () => (token === '' ? Promise.reject(NO_LINK) : read(token)),
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
  });

interface LinkScreenProps<T> {
  readonly link: UseQueryResult<T>;
  /** Said where the link works no more. */
  readonly spent: string;
  readonly more?: ReactNode;
  children(found: T): ReactNode;
}

/** What a link leads to, once it is known that it works. */
export function LinkScreen<T>({ link: { data, error }, spent, more, children }: LinkScreenProps<T>) {
  const { t } = useTranslation();
  if (data !== undefined) return children(data);
  if (error === null)
    return (
      <DoorScreen title="Quire">
        <Loader />
      </DoorScreen>
    );
  if (!(error instanceof WireError && ['FORBIDDEN', 'VALIDATION'].includes(error.code)))
    return (
      <DoorScreen title="Quire">
        <ProblemNotice error={error} />
      </DoorScreen>
    );
  return (
    <DoorScreen title={t('account.spentTitle')}>
      <Stack gap="md">
        <Text size="sm">{spent}</Text>
        {more}
        <ToLogIn />
      </Stack>
    </DoorScreen>
  );
}

export function ToLogIn() {
  const { t } = useTranslation();
  return (
    <Anchor size="sm" renderRoot={(props) => <Link to="/login" {...props} />}>
      {t('account.backToLogIn')}
    </Anchor>
  );
}
