import { ActionIcon, Kbd, UnstyledButton } from '@mantine/core';
import { useDisclosure, useHotkeys } from '@mantine/hooks';
import { IconMenu2, IconSearch } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { Outlet, useRouterState } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { UI_FEATURES } from '../../features/lists/ui/browser.ts';
import { addSection } from '../i18n/i18n.ts';
import { loadOnDemand } from '../parts/onDemand/loadOnDemand.tsx';
import { SiteMark } from '../parts/screen/SiteMark.tsx';
import { invalidateOnEvents } from '../wire/invalidateOnEvents.ts';
import { useChosenChange } from '../wire/useChosenChange.ts';
import { AccountMenu } from './AccountMenu.tsx';
import { ChangeChooser } from './ChangeChooser.tsx';
import { Navigation } from './Navigation.tsx';
import classes from './Shell.module.css';
import { LeaveChange, WorkingOn } from './WorkingOn.tsx';

const NavigationDrawer = loadOnDemand(async () => (await import('./NavigationDrawer.tsx')).NavigationDrawer, {
  isDialog: true,
});
const Finder = loadOnDemand(
  async () => (await Promise.all([import('./Finder.tsx'), addSection('settings')]))[0].Finder,
  { isDialog: true },
);

/** The events of features. */
const FEATURE_EVENTS = Object.assign({}, ...UI_FEATURES.map(({ events }) => events));

const FIND_KEYS = /Mac|iPhone|iPad/.test(navigator.userAgent) ? '⌘ K' : 'Ctrl K';

/** What features add to the frame. */
const FRAME_PARTS = UI_FEATURES.flatMap(({ frame }) => (frame ? <frame.Part key={frame.name} /> : []));

/** The frame around every screen: navigation, account menu and the screen itself. */
export function Shell() {
  const { t } = useTranslation();
  const client = useQueryClient();
  const [isOpen, { open, close }] = useDisclosure(false);
  const change = useChosenChange();
  /** How often the finder has been asked for. */
  const [asked, setAsked] = useState(0);
  const main = useRef<HTMLElement>(null);
  const find = (): void => setAsked((times) => times + 1);
  useHotkeys([['mod+K', find]], []);
  useEffect(() => invalidateOnEvents(client, FEATURE_EVENTS), [client]);
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
          {FRAME_PARTS}
        </div>
        <UnstyledButton className={classes.find} onClick={find} aria-keyshortcuts="Control+K Meta+K">
          <IconSearch size={17} stroke={1.8} aria-hidden />
          <span className={classes.findWords}>{t('find.open')}</span>
          <Kbd size="xs" aria-hidden>
            {FIND_KEYS}
          </Kbd>
        </UnstyledButton>
        <Navigation />
        <ChangeChooser />
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
        {FRAME_PARTS}
      </section>
      {asked > 0 && <Finder asked={asked} onClose={() => setAsked(0)} />}
      {isOpen && <NavigationDrawer onClose={close} />}
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

/** The screen comes first, with all that the user does there right away. */
const WAIT_MS = 10_000;

/** A part of the program in the manifest of the build; its files are named from the base address on. */
interface BuildPart {
  readonly file: string;
  readonly css?: readonly string[];
}

/**
 * Has the browser cache the parts of the program that no screen has needed yet. They then open at once, and also where
 * the server does not give them out: without a network, and after an update of Quire. Returns a function that stops it.
 */
function fetchAhead(): () => void {
  const stop = new AbortController();
  const timer = setTimeout(() => {
    // What is missing is fetched when it is needed.
    if (!isSavingData()) void fetchParts(stop.signal).catch(() => undefined);
  }, WAIT_MS);
  return () => {
    clearTimeout(timer);
    stop.abort();
  };
}

/** One after the other, so that nothing else waits for a connection. */
async function fetchParts(signal: AbortSignal): Promise<void> {
  const get = (file: string) => fetch(import.meta.env.BASE_URL + file, { signal, priority: 'low' });
  const parts: Readonly<Record<string, BuildPart>> = await (await get('parts.json')).json();
  const files = new Set(Object.values(parts).flatMap(({ file, css = [] }) => [file, ...css]));
  for (const file of files) if (isCode(file)) await (await get(file)).arrayBuffer();
}

/** Fonts and pictures are left to the browser: it knows which ones its text needs. */
const isCode = (file: string): boolean => /\.(js|css)$/.test(file);

/** Whether the user has asked the browser to fetch as little as it can. Not every browser tells. */
const isSavingData = (): boolean =>
  (navigator as { readonly connection?: { readonly saveData?: boolean } }).connection?.saveData === true;
