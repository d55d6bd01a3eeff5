import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { notifyError, notifySuccess } from '../../../parts/dialog/notify.tsx';
import { showSecret } from '../../../parts/dialog/showSecret.tsx';
import { ask } from '../../../wire/ask.ts';
import type { User } from '../../../wire/interface.ts';

/** Gives somebody a link to set a new password: by mail, or to be passed on. */
export function ResetLinkButton({ user: { id, name, email } }: { readonly user: User }) {
  const { t } = useTranslation();
  const sending = useMutation({
    mutationFn: () => ask('POST /api/admin/users/{id}/reset', { path: { id } }),
    async onSuccess({ data: { link } }) {
      if (link === null) notifySuccess(t('account.resetLinkSent', { email }));
      else
        await showSecret({
          title: t('account.resetPassOn', { name }),
          text: t('account.resetPassOnText'),
          secret: link,
        });
    },
    onError: notifyError,
  });
  return (
    <Button
      variant="default"
      style={{ alignSelf: 'start' }}
      loading={sending.isPending}
      onClick={() => sending.mutate()}
    >
      {t('account.resetLink')}
    </Button>
  );
}
