import { ActionIcon } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconMenu2 } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { Outlet, useRouterState } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Logo } from '../parts/Logo.tsx';
import { followEvents } from '../wire/followEvents.ts';
import { AccountMenu } from './AccountMenu.tsx';
import { Navigation } from './Navigation.tsx';
import classes from './Shell.module.css';

const NavigationDrawer = lazy(async () => ({ default: (await import('./NavigationDrawer.tsx')).NavigationDrawer }));

/** The frame around every screen: where one can go, who one is, and the screen. */
export function Shell() {
  const { t } = useTranslation();
  const client = useQueryClient();
  const [isOpen, { open, close }] = useDisclosure(false);
  const main = useRef<HTMLElement>(null);
  useEffect(() => followEvents(client), [client]);
  useFocusAfterMove(main, close);
  return (
    <div className={classes.shell}>
      <a href="#main" className={classes.skip}>
        {t('common.skipToContent')}
      </a>
      <div className={classes.side}>
        <header className={classes.brand}>
          <Logo />
        </header>
        <Navigation />
        <AccountMenu />
      </div>
      <header className={classes.bar}>
        <ActionIcon variant="subtle" color="gray" size="lg" onClick={open} aria-label={t('shell.openNavigation')}>
          <IconMenu2 size={22} />
        </ActionIcon>
        <Logo />
      </header>
      {isOpen && (
        <Suspense>
          <NavigationDrawer onClose={close} />
        </Suspense>
      )}
      <main id="main" ref={main} tabIndex={-1} className={classes.main}>
        <Outlet />
      </main>
    </div>
  );
}

/** After a move to another screen the focus is at its beginning, as after any page load. */
function useFocusAfterMove(main: React.RefObject<HTMLElement | null>, onMove: () => void): void {
  const path = useRouterState({ select: ({ resolvedLocation, location }) => (resolvedLocation ?? location).pathname });
  const last = useRef(path);
  useEffect(() => {
    if (last.current === path) return;
    last.current = path;
    onMove();
    // A field of the screen may have asked for it.
    if (!main.current?.contains(document.activeElement)) main.current?.focus({ preventScroll: true });
  }, [path, main, onMove]);
}
