import { ActionIcon, Kbd, UnstyledButton } from '@mantine/core';
import { useDisclosure, useHotkeys } from '@mantine/hooks';
import { IconMenu2, IconSearch } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { Outlet, useRouterState } from '@tanstack/react-router';
import { lazy, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { OnDemand } from '../parts/onDemand/OnDemand.tsx';
import { OpensOnDemand } from '../parts/onDemand/OpensOnDemand.tsx';
import { SiteMark } from '../parts/screen/SiteMark.tsx';
import { followEvents } from '../wire/followEvents.ts';
import { useChosenChange } from '../wire/useChosenChange.ts';
import { AccountMenu } from './AccountMenu.tsx';
import { fetchAhead } from './fetchAhead.ts';
import { LeaveChange } from './LeaveChange.tsx';
import { Navigation } from './Navigation.tsx';
import classes from './Shell.module.css';
import { WorkingOn } from './WorkingOn.tsx';

const NavigationDrawer = lazy(async () => ({ default: (await import('./NavigationDrawer.tsx')).NavigationDrawer }));

const FIND_KEYS = /Mac|iPhone|iPad/.test(navigator.userAgent) ? '⌘ K' : 'Ctrl K';
const ChangeChooser = lazy(async () => ({ default: (await import('./ChangeChooser.tsx')).ChangeChooser }));
const loadFinder = () => import('./Finder.tsx');
const Finder = lazy(async () => ({ default: (await loadFinder()).Finder }));

/** The frame around every screen: navigation, account menu and the screen itself. */
export function Shell() {
  const { t } = useTranslation();
  const client = useQueryClient();
  const [isOpen, { open, close }] = useDisclosure(false);
  const change = useChosenChange();
  const [isFinding, setFinding] = useState(false);
  const main = useRef<HTMLElement>(null);
  const find = (): void => {
    if (isFinding) void loadFinder().then(({ openFinder }) => openFinder());
    else setFinding(true);
  };
  useHotkeys([['mod+K', find]], []);
  useEffect(() => followEvents(client), [client]);
  useEffect(fetchAhead, []);
  useFocusAfterMove(main, close);
  return (
    <div className={classes.shell} data-in-change={change !== undefined || undefined}>
      <a href="#main" className={classes.skip}>
        {t('common.skipToContent')}
      </a>
      <section className={classes.side} aria-label="Quire">
        <div className={classes.brand}>
          <SiteMark />
        </div>
        <UnstyledButton className={classes.find} onClick={find} aria-keyshortcuts="Control+K Meta+K">
          <IconSearch size={17} stroke={1.8} aria-hidden />
          <span className={classes.findWords}>{t('find.open')}</span>
          <Kbd size="xs" aria-hidden>
            {FIND_KEYS}
          </Kbd>
        </UnstyledButton>
        <Navigation />
        <OnDemand>
          <ChangeChooser />
        </OnDemand>
        <LeaveChange />
        <AccountMenu />
      </section>
      <section className={classes.bar} aria-label="Quire">
        <ActionIcon variant="subtle" color="gray" size="lg" onClick={open} aria-label={t('shell.openNavigation')}>
          <IconMenu2 size={22} />
        </ActionIcon>
        <SiteMark />
        <LeaveChange />
        <ActionIcon variant="subtle" color="gray" size="lg" ms="auto" onClick={find} aria-label={t('find.open')}>
          <IconSearch size={20} />
        </ActionIcon>
      </section>
      {isFinding && (
        <OpensOnDemand onClose={() => setFinding(false)}>
          <Finder />
        </OpensOnDemand>
      )}
      {isOpen && (
        <OpensOnDemand onClose={close}>
          <NavigationDrawer onClose={close} />
        </OpensOnDemand>
      )}
      <main id="main" ref={main} tabIndex={-1} className={classes.main}>
        <WorkingOn />
        <Outlet />
      </main>
    </div>
  );
}

/** Moves the focus to the beginning of a new screen, as a page load would. */
function useFocusAfterMove(main: React.RefObject<HTMLElement | null>, onMove: () => void): void {
  const path = useRouterState({ select: ({ resolvedLocation, location }) => (resolvedLocation ?? location).pathname });
  const last = useRef(path);
  useEffect(() => {
    if (last.current === path) return;
    last.current = path;
    onMove();
    // A field of the screen may have taken the focus already.
    if (!main.current?.contains(document.activeElement)) main.current?.focus({ preventScroll: true });
  }, [path, main, onMove]);
}
