import { Alert, Anchor, Button, Stack } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { wordReason } from '../../i18n/reasonWords.ts';
import type { ProblemReason } from '../../wire/interface.ts';
import { createQueryKey } from '../../wire/keys.ts';
import { PasswordWay } from './PasswordWay.tsx';
import { SIGNED_IN } from './signedIn.ts';
import type { WayProps } from './way.ts';

/** Goes to the organisation's provider, which sends people back. Where something is open, a window of its own does. */
export function ProviderWay(props: WayProps) {
  const { t } = useTranslation();
  const { to, refused } = useLocation({ select: ({ search }) => search as { to?: string; refused?: ProblemReason } });
  const [isEmergency, { open }] = useDisclosure();
  const { ways, onSignIn } = props;
  const name = ways.oidc?.name ?? '';
  const isBeside = props.email !== '';
  const { data: why } = useQuery({
    queryKey: createQueryKey('ways', refused ?? '', name),
    queryFn: async () => (refused ? ((await wordReason({ reason: refused, params: { name } })) ?? null) : null),
  });
  // The other window says when it is done.
  useEffect(() => {
    if (!isBeside) return undefined;
    const channel = new BroadcastChannel(SIGNED_IN);
    channel.onmessage = () => void onSignIn();
    return () => channel.close();
  }, [isBeside, onSignIn]);
  const target = isBeside ? '/signed-in' : to;
  const href = `/api/admin/auth/oidc/start${target === undefined ? '' : `?${new URLSearchParams({ to: target })}`}`;
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
