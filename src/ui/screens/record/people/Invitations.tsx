import { Badge, Title } from '@mantine/core';
import { IconMail } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { notifyError, notifySuccess } from '../../../parts/dialog/notify.tsx';
import { Moment } from '../../../parts/Moment.tsx';
import { EntryButton, EntryLine, EntryList } from '../../../parts/row/EntryLine.tsx';
import { useRole } from '../../../session/useRole.ts';
import { ask } from '../../../wire/ask.ts';
import type { Invitation } from '../../../wire/interface.ts';
import { createQueryKey } from '../../../wire/keys.ts';
import { RoleName } from '../roles/roleNames.ts';
import { tellInvited } from './InviteDrawer.tsx';
import classes from './people.module.css';

const invitationsQuery = {
  queryKey: createQueryKey('invitation', 'list'),
  staleTime: 0,
  queryFn: async () => (await ask('GET /api/admin/invitations')).data,
};

/** While mails are on their way, it is asked again what has become of them. */
const refetchInterval = ({ state }: { readonly state: { readonly data?: readonly Invitation[] | undefined } }) =>
  state.data?.some(({ mail }) => mail === 'pending') ? 5_000 : false;

/** The people who are invited and not here yet. */
export function Invitations() {
  const { t } = useTranslation();
  const isAdmin = useRole('admin');
  const { data: invitations = [] } = useQuery({ ...invitationsQuery, enabled: isAdmin, refetchInterval });
  if (invitations.length === 0) return null;
  return (
    <section aria-labelledby="invitations" className={classes.section}>
      <Title order={2} size="h4" id="invitations" mb="sm">
        {t('account.pending')}
      </Title>
      <EntryList>
        {invitations.map((invitation) => (
          <InvitationLine key={invitation.id} invitation={invitation} />
        ))}
      </EntryList>
    </section>
  );
}

function InvitationLine({ invitation }: { readonly invitation: Invitation }) {
  const { id, email, role, expiresAt, isExpired } = invitation;
  const { t } = useTranslation();
  const client = useQueryClient();
  const refresh = () => client.invalidateQueries({ queryKey: createQueryKey('invitation') });
  const sending = useMutation({
    mutationFn: () => ask('POST /api/admin/invitations/{id}/resend', { path: { id } }),
    async onSuccess({ data }) {
      await refresh();
      await tellInvited(data, t);
    },
    onError: notifyError,
  });
  const withdrawing = useMutation({
    mutationFn: () => ask('DELETE /api/admin/invitations/{id}', { path: { id } }),
    async onSuccess() {
      notifySuccess(t('account.withdrawn'));
      await refresh();
    },
    onError: notifyError,
  });
  return (
    <EntryLine
      icon={IconMail}
      title={email}
      detail={
        <>
          <RoleName role={role} /> · <MailMark invitation={invitation} />
          {isExpired ? t('account.isExpired') : t('account.until')} {!isExpired && <Moment value={expiresAt} />}
        </>
      }
    >
      <EntryButton
        label={t('account.sendAgain')}
        about={email}
        isBusy={sending.isPending}
        onClick={() => sending.mutate()}
      />
      <EntryButton
        label={t('account.withdraw')}
        about={email}
        isBusy={withdrawing.isPending}
        onClick={() => withdrawing.mutate()}
      />
    </EntryLine>
  );
}

/** What has become of the mail, where that is worth saying. */
function MailMark({ invitation: { mail } }: { readonly invitation: Invitation }) {
  const { t } = useTranslation();
  if (mail === 'pending') return <>{t('account.mailPending')} · </>;
  if (mail !== 'failed') return null;
  return (
    <Badge size="sm" color="red" variant="light" tt="none">
      {t('account.mailFailed')}
    </Badge>
  );
}
