import { Alert, Anchor, Button, Stack } from '@mantine/core';
import { useDisclosure, useWindowEvent } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { wordReason } from '../../i18n/reasonWords.ts';
import type { ProblemReason } from '../../wire/interface.ts';
import { createQueryKey } from '../../wire/keys.ts';
import { PasswordWay } from './PasswordWay.tsx';
import { SIGNED_IN_AT } from './signedIn.ts';
import type { WayProps } from './way.ts';

/** Goes to the organisation's provider, which sends people back. Where something is open, a window of its own does. */
export function ProviderWay(props: WayProps) {
  const { t } = useTranslation();
  const { to, refused } = readAddress();
  const [isEmergency, { open }] = useDisclosure();
  const { ways, onSignIn } = props;
  const name = ways.oidc?.name ?? '';
  const isBeside = props.email !== '';
  const { data: why } = useQuery({
    queryKey: createQueryKey('ways', refused ?? '', name),
    queryFn: async () => (refused ? ((await wordReason({ reason: refused, params: { name } })) ?? null) : null),
  });
  // The other window says when it is done.
  useWindowEvent('storage', ({ key }) => {
    if (isBeside && key === SIGNED_IN_AT) void onSignIn();
  });
  const search = new URLSearchParams(isBeside ? { to: '/signed-in', prove: 'true' } : { to: to ?? '/' });
  const href = `/api/admin/auth/oidc/start?${search}`;
  return (
    <Stack gap="md">
      {why && !isBeside && (
        <Alert color="red" role="alert">
          {why}
        </Alert>
      )}
      <Button
        component="a"
        href={href}
        variant={ways.password ? 'default' : 'filled'}
        fullWidth
        {...(isBeside && { target: '_blank' })}
      >
        {t('session.signInWith', { name })}
      </Button>
      {!ways.password &&
        (isEmergency ? (
          <PasswordWay {...props} />
        ) : (
          <Anchor component="button" type="button" size="sm" c="dimmed" onClick={open}>
            {t('session.emergency')}
          </Anchor>
        ))}
    </Stack>
  );
}

/** What the log-in screen was opened with. The dialog that asks again stands outside of all routes. */
function readAddress(): { readonly to: string | undefined; readonly refused: ProblemReason | undefined } {
  const search = new URLSearchParams(window.location.search);
  // A reason that has no words is not shown.
  return { to: search.get('to') ?? undefined, refused: (search.get('refused') as ProblemReason | null) ?? undefined };
}
