import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, describe, expect, onTestFinished } from 'vitest';
import { openBrowser } from './openBrowser.ts';
import { ADA, openSite, type RunningSite } from './openSite.ts';

/** Somebody in front of the editor's interface. */
export interface Visit {
  readonly page: Page;
  readonly context: BrowserContext;
  readonly site: RunningSite;
  /** Goes to an address below `/admin`. */
  go(path: string): Promise<void>;
}

interface VisitOptions extends Pick<BrowserContextOptions, 'viewport' | 'colorScheme' | 'locale'> {
  /** A site that is there already. */
  readonly site?: RunningSite;
  /** The log-in screen comes first. */
  readonly isAnonymous?: boolean;
  readonly env?: Readonly<Record<string, string>>;
}

export type OpenVisit = (options?: VisitOptions) => Promise<Visit>;

/**
 * Tests that play in a real browser against a real server on a copy of the sample site. Where this machine cannot run
 * the browser they are skipped, and it is said why.
 */
export async function describeInBrowser(name: string, define: (visit: OpenVisit) => void): Promise<void> {
  const browser = await tryBrowser();
  describe.skipIf(!browser)(name, () => {
    if (!browser) return;
    afterAll(() => browser.close());
    define((options) => openVisit(browser, options));
  });
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
  { site: present, isAnonymous = false, env = {}, ...options }: VisitOptions = {},
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
  onTestFinished(() => expect(faults).toEqual([]));
  return { page, context, site, go: async (path) => void (await page.goto(`${site.url}/admin${path}`)) };
}

/** A browser's line for an answer that is no 200 is no fault of the page. */
const isRefusal = (text: string): boolean => text.startsWith('Failed to load resource');

async function logIn(context: BrowserContext, site: RunningSite): Promise<void> {
  const { email, password } = ADA;
  const answer = await context.request.post(`${site.url}/api/admin/auth/login`, {
    data: { email, password, cookie: true },
    // As a page of the server would ask.
    headers: { 'sec-fetch-site': 'same-origin' },
  });
  expect(answer.status()).toBe(200);
}
