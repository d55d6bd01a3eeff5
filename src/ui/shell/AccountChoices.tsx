import { Menu, useMantineColorScheme } from '@mantine/core';
import { IconExternalLink, IconLogout, IconUser } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useRouter } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { LANGUAGES, type Language } from '../i18n/messages.ts';
import { notifyError } from '../parts/dialog/notify.tsx';
import { useProfileSaving } from '../session/useProfileSaving.ts';
import { ask } from '../wire/ask.ts';
import { chooseChange } from '../wire/chosenChange.ts';
import { lastWritesEnd } from '../wire/lastWrites.ts';
import { settingsQuery } from '../wire/queries.ts';

/** The account menu: appearance, language, the user's own account, log-out. */
export function AccountChoices() {
  const { t, i18n } = useTranslation();
  const { data: settings } = useQuery(settingsQuery);
  const logOut = useLogOut();
  const saving = useProfileSaving();
  return (
    <Menu.Dropdown miw="15rem">
      <Menu.Label>{t('shell.appearance')}</Menu.Label>
      <AppearanceChoice />
      <Menu.Label>{t('shell.language')}</Menu.Label>
      <Menu.RadioGroup value={i18n.language} onChange={(language) => saving.mutate({ language: language as Language })}>
        {Object.entries(LANGUAGES).map(([value, label]) => (
          <Menu.RadioItem key={value} value={value} closeMenuOnClick={false} lang={value}>
            {label}
          </Menu.RadioItem>
        ))}
      </Menu.RadioGroup>
      <Menu.Divider />
      <Menu.Item leftSection={<IconUser size={16} />} renderRoot={(props) => <Link to="/profile" {...props} />}>
        {t('shell.myself')}
      </Menu.Item>
      {settings && (
        <Menu.Item
          component="a"
          href={settings.siteUrl}
          target="_blank"
          rel="noreferrer"
          leftSection={<IconExternalLink size={16} />}
        >
          {t('shell.viewSite')}
        </Menu.Item>
      )}
      <Menu.Item leftSection={<IconLogout size={16} />} onClick={() => logOut.mutate()}>
        {t('session.logOut')}
      </Menu.Item>
    </Menu.Dropdown>
  );
}

function AppearanceChoice() {
  const { t } = useTranslation();
  const { colorScheme } = useMantineColorScheme();
  const saving = useProfileSaving();
  return (
    <Menu.RadioGroup value={colorScheme} onChange={(theme) => saving.mutate({ theme: theme as typeof colorScheme })}>
      {(['light', 'dark', 'auto'] as const).map((value) => (
        <Menu.RadioItem key={value} value={value} closeMenuOnClick={false}>
          {t(value === 'auto' ? 'shell.automatic' : `shell.${value}`)}
        </Menu.RadioItem>
      ))}
    </Menu.RadioGroup>
  );
}

function useLogOut() {
  const router = useRouter();
  const client = useQueryClient();
  return useMutation({
    mutationFn: async () => {
      await router.navigate({ to: '/login' });
      // A question about unsaved work may have been answered with “Cancel”.
      if (router.state.location.pathname !== '/login') return;
      await lastWritesEnd();
      const { data } = await ask('POST /api/admin/auth/logout');
      // Whoever logs in next in this window starts with what is live.
      chooseChange(undefined);
      client.clear();
      if (data.providerUrl !== undefined) window.location.assign(data.providerUrl);
    },
    onError: async (error) => {
      notifyError(error);
      await router.navigate({ to: '/' });
    },
  });
}
