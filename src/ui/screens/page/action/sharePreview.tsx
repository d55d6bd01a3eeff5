import { ActionIcon, Alert, Button, CopyButton, Group, Loader, Select, Stack, Text, TextInput } from '@mantine/core';
import { IconCheck, IconCopy, IconExternalLink } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import i18next from 'i18next';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { openDialogs } from '../../../parts/dialog/dialogs.ts';
import { previewSupport } from '../../../parts/previewSupport.ts';
import { ProblemNotice } from '../../../parts/screen/ProblemNotice.tsx';
import { problemText } from '../../../parts/screen/problemText.ts';
import { ask } from '../../../wire/ask.ts';
import { refOf } from '../../../wire/chosenChange.ts';
import { createQueryKey } from '../../../wire/keys.ts';
import { settingsQuery } from '../../../wire/queries.ts';

const HOUR = 3600;
const TIMES = { hour: HOUR, day: 24 * HOUR, week: 7 * 24 * HOUR, month: 30 * 24 * HOUR } as const;
type Time = keyof typeof TIMES;

/** Asks how long a preview link to a page, as a change has it, is to stay valid, then makes and shows it. */
export function sharePreview(page: number, change: string | null): void {
  const opens = { page, ...(change !== null && { ref: refOf(change) }) };
  void openForm(i18next.t('preview.share'), <ShareForm opens={opens} text={i18next.t('preview.text')} />);
}

/** The same for the whole site as it is in a change. */
export const shareChange = (ref: string): void =>
  void openForm(i18next.t('changes.preview'), <ShareForm opens={{ ref }} text={i18next.t('changes.previewText')} />);

async function openForm(title: string, children: ReactNode): Promise<void> {
  const modals = await openDialogs();
  modals.open({ title, children });
}

interface PreviewTarget {
  readonly page?: number;
  /** A branch; what is live unless given. */
  readonly ref?: string | undefined;
}

/** Makes a link that anybody can open; null if the site has lost its preview since. */
const makeLink = async (opens: PreviewTarget, time: Time): Promise<string | null> =>
  (await ask('POST /api/admin/auth/preview-session', { body: { ...opens, expiresIn: TIMES[time] } })).data.url;

interface ShareFormProps {
  readonly opens: PreviewTarget;
  /** Says what the link opens. */
  readonly text: string;
}

/** Says at once if the site cannot show previews, before anything is filled in. */
function ShareForm(props: ShareFormProps) {
  const { t } = useTranslation();
  const { data: settings, error } = useQuery(settingsQuery);
  if (error) return <ProblemNotice error={error} />;
  if (!settings) return <Loader size="sm" />;
  const support = previewSupport(settings.previewUrl);
  if (support === 'ready') return <LinkForm {...props} />;
  return (
    <Alert color="yellow" variant="light" title={t('preview.noneTitle')}>
      {t(`preview.${support}`)}
    </Alert>
  );
}

function LinkForm({ opens, text }: ShareFormProps) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const [time, setTime] = useState<Time>('day');
  const making = useMutation({
    mutationFn: () => makeLink(opens, time),
    onSettled: () => client.invalidateQueries({ queryKey: createQueryKey('previews') }),
  });
  return (
    <Stack gap="md">
      <Text size="sm">{text}</Text>
      {making.error && (
        <Alert color="red" role="alert">
          {problemText(making.error)}
        </Alert>
      )}
      {making.data === null && <Alert color="yellow">{t('preview.none')}</Alert>}
      {making.data ? (
        <Link url={making.data} />
      ) : (
        <Group align="end">
          <Select
            label={t('preview.holds')}
            data={(Object.keys(TIMES) as Time[]).map((value) => ({ value, label: t(`preview.times.${value}`) }))}
            value={time}
            onChange={(next) => setTime((next as Time) ?? time)}
            allowDeselect={false}
            data-autofocus
            flex={1}
          />
          <Button loading={making.isPending} onClick={() => making.mutate()}>
            {t('preview.make')}
          </Button>
        </Group>
      )}
    </Stack>
  );
}

function Link({ url }: { readonly url: string }) {
  const { t } = useTranslation();
  return (
    <Group align="end">
      <TextInput
        label={t('preview.link')}
        readOnly
        value={url}
        dir="ltr"
        flex={1}
        autoFocus
        onFocus={({ currentTarget }) => currentTarget.select()}
      />
      <ActionIcon
        component="a"
        href={url}
        target="_blank"
        rel="noreferrer"
        size="input-sm"
        variant="default"
        aria-label={t('preview.open')}
      >
        <IconExternalLink size={16} />
      </ActionIcon>
      <CopyButton value={url}>
        {({ copied, copy }) => (
          <Button leftSection={copied ? <IconCheck size={16} /> : <IconCopy size={16} />} onClick={copy}>
            {t(copied ? 'common.copied' : 'common.copy')}
          </Button>
        )}
      </CopyButton>
    </Group>
  );
}
