import { Badge, Button, Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { confirm } from '../../../parts/dialog/confirm.tsx';
import { notifyError, notifySuccess } from '../../../parts/dialog/notify.tsx';
import { useRole } from '../../../session/useRole.ts';
import { ask } from '../../../wire/ask.ts';
import type { User } from '../../../wire/interface.ts';
import { createQueryKey } from '../../../wire/keys.ts';
import { requirementsQuery } from '../roles/RequirementChoice.tsx';
import classes from './people.module.css';

/** What the organisation's own sign-in decides; undefined without one, and for who is no admin. */
export function useProvider() {
  const { data } = useQuery({ ...requirementsQuery, enabled: useRole('admin') });
  return data?.provider ?? undefined;
}

/** Whether a person can sign in with a password. */
export function useHasPassword(user: User | undefined): boolean {
  const provider = useProvider();
  if (!provider || user?.breakGlass) return true;
  return !provider.isOnly && !(provider.givesRoles && user?.hasProvider);
}

/** What is to be said about a person's role. */
export function useRoleHelp(user: User | undefined): string | undefined {
  const { t } = useTranslation();
  const provider = useProvider();
  return provider?.givesRoles && user?.hasProvider ? t('account.roleFromProvider', { name: provider.name }) : undefined;
}

/** Marks who comes in by the provider, and the emergency account. */
export function ComingInBadge({ user: { hasProvider, breakGlass } }: { readonly user: User }) {
  const { t } = useTranslation();
  const provider = useProvider();
  if (!hasProvider && !breakGlass) return null;
  return (
    <Badge size="sm" variant="light" tt="none" color={breakGlass ? 'red' : 'gray'}>
      {breakGlass ? t('account.emergency') : (provider?.name ?? t('account.byProvider'))}
    </Badge>
  );
}

interface ComesInProps {
  readonly user: User;
  readonly isAdmin: boolean;
}

/** How a person comes in, where that is not by what they have here; an admin may let go of the person at the provider. */
export function ComesIn({ user, isAdmin }: ComesInProps) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const provider = useProvider();
  const name = provider?.name ?? t('account.byProvider');
  const leaving = useMutation({
    mutationFn: () => ask('DELETE /api/admin/users/{id}/provider', { path: { id: user.id } }),
    async onSuccess() {
      notifySuccess(t('account.providerLeft', { name }));
      await client.invalidateQueries({ queryKey: createQueryKey('user') });
    },
    onError: notifyError,
  });
  if (user.breakGlass) return <Text size="sm">{t('account.emergencyText')}</Text>;
  if (!user.hasProvider) return null;
  const leave = async (): Promise<void> => {
    const title = t('account.leaveTitle', { person: user.name, name });
    const text = t('account.leaveText', { email: user.email, name });
    if (await confirm({ title, text, action: t('account.leave'), isDangerous: true })) leaving.mutate();
  };
  return (
    <div className={classes.comesIn}>
      <Text size="sm">{t('account.signsInWith', { name })}</Text>
      {isAdmin && (
        <Button variant="default" size="compact-sm" loading={leaving.isPending} onClick={() => void leave()}>
          {t('account.leave')}
        </Button>
      )}
    </div>
  );
}
