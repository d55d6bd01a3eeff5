import { Divider, Stack } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Fragment, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { addSection } from '../i18n/i18n.ts';
import { ask } from '../wire/ask.ts';
import { createQueryKey } from '../wire/keys.ts';
import { WAYS } from './ways/list.ts';
import { SecondStep } from './ways/PasswordWay.tsx';
import type { OfferedWays } from './ways/way.ts';

/** Shown when the server does not say what it offers. */
const PASSWORDS_ONLY: OfferedWays = { password: true, passkey: false, oidc: null, canReset: false };

interface LogInFormProps {
  /** Prefilled when it is known who logs in. */
  readonly email?: string;
  readonly onDone: () => void;
}

/** The ticket with which the organisation's provider has sent somebody on to the second step; it comes after `#`. */
const readTicket = (): string =>
  new URLSearchParams(window.location.search).get('refused') === 'needsCode' ? window.location.hash.slice(1) : '';

/** Every way to sign in that the site offers, one below the other. */
export function LogInForm({ email = '', onDone }: LogInFormProps) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const [ticket, setTicket] = useState(readTicket);
  const { data, isError } = useQuery({
    queryKey: createQueryKey('ways'),
    queryFn: async () => (await Promise.all([ask('GET /api/auth/ways'), addSection('signIn')]))[0].data,
    retry: false,
  });
  const ways = isError ? PASSWORDS_ONLY : data;
  const offered = ways ? WAYS.filter((way) => way.isOffered(ways)) : [];
  const begin = async (): Promise<void> => {
    await client.invalidateQueries({ queryKey: createQueryKey('session'), refetchType: 'none' });
    onDone();
  };
  if (ways && ticket !== '') return <SecondStep ticket={ticket} onSignIn={begin} onBack={() => setTicket('')} />;
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
