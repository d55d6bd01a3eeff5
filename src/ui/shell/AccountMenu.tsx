import { Avatar, Menu, SegmentedControl, Text, UnstyledButton, useMantineColorScheme } from '@mantine/core';
import { IconExternalLink, IconLogout, IconSelector } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useRouteContext } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { chooseLanguage, LANGUAGES, type Language } from '../i18n/i18n.ts';
import { tellProblem } from '../parts/tell.tsx';
import { ask } from '../wire/ask.ts';
import { settingsQuery } from '../wire/queries.ts';
import classes from './AccountMenu.module.css';

/** Who one is, how everything looks, and the way out. */
export function AccountMenu() {
  const { t, i18n } = useTranslation();
  const { caller } = useRouteContext({ from: '/shell' });
  const { data: settings } = useQuery(settingsQuery);
  const logOut = useLogOut();
  return (
    <Menu position="top-start" width="target" withinPortal>
      <Menu.Target>
        <UnstyledButton className={classes.button}>
          <span className="visuallyHidden">{t('shell.account')}: </span>
          <Avatar aria-hidden name={caller.name} color="accent" size={30} radius="xl" />
          <span className={classes.who}>
            <Text size="sm" fw={550} truncate>
              {caller.name}
            </Text>
            <Text size="xs" c="dimmed" truncate>
              {caller.email}
            </Text>
          </span>
          <IconSelector size={16} color="var(--quiet)" aria-hidden />
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown miw="15rem">
        <div className={classes.choice}>
          <Text size="xs" c="dimmed" mb={4} id="appearance">
            {t('shell.appearance')}
          </Text>
          <AppearanceChoice />
        </div>
        <div className={classes.choice}>
          <Text size="xs" c="dimmed" mb={4} id="language">
            {t('shell.language')}
          </Text>
          <SegmentedControl
            size="xs"
            fullWidth
            aria-labelledby="language"
            value={i18n.language}
            onChange={(language) => void chooseLanguage(language as Language)}
            data={Object.entries(LANGUAGES).map(([value, label]) => ({ value, label }))}
          />
        </div>
        <Menu.Divider />
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
    </Menu>
  );
}

function AppearanceChoice() {
  const { t } = useTranslation();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return (
    <SegmentedControl
      size="xs"
      fullWidth
      aria-labelledby="appearance"
      value={colorScheme}
      onChange={(scheme) => setColorScheme(scheme as typeof colorScheme)}
      data={[
        { value: 'light', label: t('shell.light') },
        { value: 'dark', label: t('shell.dark') },
        { value: 'auto', label: t('shell.automatic') },
      ]}
    />
  );
}

function useLogOut() {
  const navigate = useNavigate();
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => ask('POST /api/admin/auth/logout'),
    onSuccess: async () => {
      client.clear();
      await navigate({ to: '/login' });
    },
    onError: tellProblem,
  });
}
