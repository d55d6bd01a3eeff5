import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, describe, expect, onTestFinished } from 'vitest';
import { openBrowser } from './openBrowser.ts';
import { openSite, type RunningSite } from './openSite.ts';

/** Somebody in front of the editor's interface. */
export interface Visit {
  readonly page: Page;
  readonly context: BrowserContext;
  readonly site: RunningSite;
  /** Opens an address below `/admin`. */
  go(path: string): Promise<void>;
  /** Follows a link to an address below `/admin`, without opening the window anew. */
  follow(path: string): Promise<void>;
}

interface VisitOptions
  extends Pick<
    BrowserContextOptions,
    'viewport' | 'colorScheme' | 'locale' | 'timezoneId' | 'reducedMotion' | 'permissions'
  > {
  /** A site that is there already. */
  readonly site?: RunningSite;
  /** The log-in screen comes first. */
  readonly isAnonymous?: boolean;
  readonly env?: Readonly<Record<string, string>>;
  /** Whether what the console says is of no interest: what is tried there is to fail. */
  readonly allowsFaults?: boolean;
}

export type OpenVisit = (options?: VisitOptions) => Promise<Visit>;

/**
 * Tests that play in a real browser against a real server on a copy of the sample site. Where this machine cannot run
 * the browser they are skipped, and it is said why.
 */
export async function describeInBrowser(name: string, define: (visit: OpenVisit) => void): Promise<void> {
  users += 1;
  shared ??= tryBrowser();
  const browser = await shared;
  describe.skipIf(!browser)(name, () => {
    if (!browser) return;
    afterAll(leaveBrowser);
    define((options) => openVisit(browser, options));
  });
}

/** One for all groups of a file, which are named before the first of them plays. */
let shared: Promise<Browser | null> | undefined;
let users = 0;

async function leaveBrowser(): Promise<void> {
  users -= 1;
  if (users > 0) return;
  const browser = await shared;
  shared = undefined;
  await browser?.close();
}

async function tryBrowser(): Promise<Browser | null> {
  try {
    return await openBrowser();
  } catch (error) {
    process.stderr.write(`No browser runs here, so what plays in one is skipped: ${error}\n`);
    return null;
  }
}

async function openVisit(
  browser: Browser,
  { site: present, isAnonymous = false, env = {}, allowsFaults = false, ...options }: VisitOptions = {},
): Promise<Visit> {
  const site = present ?? (await openSite({ env, whenDone: onTestFinished }));
  const context = await browser.newContext({
    viewport: { width: 1280, height: 800 },
    locale: 'en-GB',
    timezoneId: 'UTC',
    ...options,
  });
  onTestFinished(() => context.close());
  const faults: string[] = [];
  if (!isAnonymous) await logIn(context, site);
  const page = await context.newPage();
  page.on('pageerror', (error) => faults.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error' && !isRefusal(message.text())) faults.push(message.text());
  });
  if (!allowsFaults) onTestFinished(() => expect(faults).toEqual([]));
  return {
    page,
    context,
    site,
    go: async (path) => void (await page.goto(`${site.url}/admin${path}`)),
    follow: async (path) => void (await page.evaluate(`history.pushState({}, '', '/admin${path}')`)),
  };
}

/** Lines about an answer that is no 200, and about a part that did not come, tell of no fault of the page. */
const isRefusal = (text: string): boolean =>
  /^Failed to load resource|Failed to fetch dynamically imported module/.test(text);

const logIn = (context: BrowserContext, { url, session }: RunningSite): Promise<void> => {
  const [name = '', value = ''] = session.split('=');
  return context.addCookies([{ name, value, url, httpOnly: true, sameSite: 'Strict' }]);
};
