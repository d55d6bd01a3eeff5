import { Radio, Stack } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { notifyError } from '../../../ui/parts/dialog/notify.tsx';
import { Section } from '../../../ui/screens/profile/ProfileSection.tsx';
import { ask } from '../../../ui/wire/ask.ts';
import type { InboxMails } from '../../../ui/wire/interface.ts';
import { createQueryKey } from '../../../ui/wire/keys.ts';

type MailTime = InboxMails['choice'];

const TIMES: readonly MailTime[] = ['atOnce', 'daily', 'never'];

/** Whether one gets what is in the inbox by mail, too. Not there without a mail server. */
export function MailChoice() {
  const { t } = useTranslation();
  const client = useQueryClient();
  const queryKey = createQueryKey('inbox', 'mails');
  const { data } = useQuery({ queryKey, queryFn: async () => (await ask('GET /api/admin/inbox/mails')).data });
  const choosing = useMutation({
    mutationFn: (choice: MailTime) => ask('PUT /api/admin/inbox/mails', { body: { choice } }),
    onSuccess: (answer) => client.setQueryData(queryKey, answer.data),
    onError: notifyError,
  });
  if (!data?.isOffered) return null;
  return (
    <Section title={t('inbox.mails')} text={t('inbox.mailsHelp')}>
      <Radio.Group
        aria-label={t('inbox.mails')}
        value={choosing.isPending ? choosing.variables : data.choice}
        onChange={(choice) => choosing.mutate(choice as MailTime)}
      >
        <Stack gap="xs">
          {TIMES.map((time) => (
            <Radio key={time} value={time} label={t(`inbox.${time}`)} />
          ))}
        </Stack>
      </Radio.Group>
    </Section>
  );
}
