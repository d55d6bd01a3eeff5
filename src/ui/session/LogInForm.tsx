import { Divider, Stack } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Fragment } from 'react';
import { useTranslation } from 'react-i18next';
import { ask } from '../wire/ask.ts';
import { createQueryKey } from '../wire/keys.ts';
import { WAYS } from './ways/list.ts';
import type { OfferedWays } from './ways/way.ts';

/** Shown when the server does not say what it offers. */
const PASSWORDS_ONLY: OfferedWays = { password: true, passkey: false, oidc: null, canReset: false };

interface LogInFormProps {
  /** Prefilled when it is known who logs in. */
  readonly email?: string;
  readonly onDone: () => void;
}

/** Every way to sign in that the site offers, one below the other. */
export function LogInForm({ email = '', onDone }: LogInFormProps) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const { data, isError } = useQuery({
    queryKey: createQueryKey('ways'),
    queryFn: async () => (await ask('GET /api/admin/auth/ways')).data,
    retry: false,
  });
  const ways = isError ? PASSWORDS_ONLY : data;
  const offered = ways ? WAYS.filter((way) => way.isOffered(ways)) : [];
  const begin = async (): Promise<void> => {
    await client.invalidateQueries({ queryKey: createQueryKey('session'), refetchType: 'none' });
    onDone();
  };
  return (
    <Stack gap="md" mih="14rem" aria-busy={!ways}>
      {ways &&
        offered.map(({ name, Part }, index) => (
          <Fragment key={name}>
            {index > 0 && <Divider label={t('session.or')} />}
            <Part email={email} ways={ways} onSignIn={begin} />
          </Fragment>
        ))}
    </Stack>
  );
}
