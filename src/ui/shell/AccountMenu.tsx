import { Avatar, Text, UnstyledButton, useMantineColorScheme } from '@mantine/core';
import { IconSelector } from '@tabler/icons-react';
import { useRouteContext } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { MenuOnDemand } from '../parts/menu/MenuOnDemand.tsx';
import { loadOnDemand } from '../parts/onDemand/loadOnDemand.tsx';
import classes from './AccountMenu.module.css';

const AccountChoices = loadOnDemand(async () => (await import('./AccountChoices.tsx')).AccountChoices);

/** The button of the account menu; the menu itself is loaded on demand. */
export function AccountMenu() {
  const { t } = useTranslation();
  const { caller } = useRouteContext({ from: '/shell' });
  const { setColorScheme } = useMantineColorScheme();
  // What the user has chosen in another browser.
  useEffect(() => {
    const follow = async () => (await import('../session/followChoices.ts')).followChoices(caller, setColorScheme);
    follow().catch(() => undefined);
  }, [caller, setColorScheme]);
  return (
    <MenuOnDemand
      load={AccountChoices.load}
      position="top-start"
      width="target"
      withinPortal
      button={
        <UnstyledButton className={classes.button}>
          <span className="visuallyHidden">{t('shell.account')}: </span>
          <Avatar aria-hidden src={caller.picture ?? null} name={caller.name} color="accent" size={30} radius="xl" />
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
      }
    >
      <AccountChoices />
    </MenuOnDemand>
  );
}
