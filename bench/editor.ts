import type { Browser, BrowserContext, Page } from 'playwright-core';
import { startProcess } from '../test/crash/serverProcess.ts';
import { openBrowser } from '../test/ui/openBrowser.ts';
import { createEditor, type EditorSession } from './editorSession.ts';
import { median, percentile, type Result } from './measure.ts';

const ADMIN = { QUIRE_ADMIN_EMAIL: 'ada@example.org', QUIRE_ADMIN_PASSWORD: 'a long enough password' };
const FORM = '[data-path="slug"]';
/** Chromium's "Slow 4G": 150 ms, 1.6 Mbit/s down, 750 kbit/s up. */
const SLOW = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 93_750 };
const COLD = 5;
const OPENED = 10;
const LETTERS = 'the quick brown fox jumps over the lazy dog '.repeat(3);

/** What an editor waits for, in a real Chromium: the first form, a page from the list, and letters in a long page. */
export async function benchEditor(contentDir: string, privateDir: string, pages: number): Promise<readonly Result[]> {
  const server = await startProcess({ ...ADMIN, CONTENT_DIR: contentDir, PRIVATE_DIR: privateDir });
  const browser = await openBrowser();
  try {
    const session = await createEditor(server.url, ADMIN);
    return [
      ...(await firstForm(browser, session)),
      await openedFromList(browser, session, pages),
      ...(await keyToPaint(browser, session)),
    ];
  } finally {
    await browser.close();
    await server.stop();
  }
}

async function inWindow<T>(
  browser: Browser,
  { url, cookie }: EditorSession,
  task: (page: Page, context: BrowserContext) => Promise<T>,
): Promise<T> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, locale: 'en-GB' });
  try {
    await context.addCookies([{ ...cookie, url, httpOnly: true, sameSite: 'Strict' }]);
    return await task(await context.newPage(), context);
  } finally {
    await context.close();
  }
}

/** A form without a rich text, in windows that have nothing of the interface in their cache. */
async function firstForm(browser: Browser, session: EditorSession): Promise<readonly Result[]> {
  const runs: ColdForm[] = [];
  while (runs.length < COLD) runs.push(await inWindow(browser, session, (page) => openCold(page, session)));
  const figure = (what: string, unit: string, of: (run: ColdForm) => number): Result => ({
    what: `first form, cold, slow 4G: ${what}`,
    value: median(runs.map(of)),
    unit,
  });
  return [
    figure('until it is there', 'ms', ({ ms }) => ms),
    figure('JavaScript, compressed', 'kB', ({ bytes }) => bytes / 1000),
    figure('files of JavaScript', 'files', ({ files }) => files),
    figure('requests of all kinds', 'requests', ({ requests }) => requests),
    figure('layout shift', 'CLS', ({ shift }) => shift),
  ];
}

interface ColdForm {
  readonly ms: number;
  readonly bytes: number;
  readonly files: number;
  readonly requests: number;
  readonly shift: number;
}

async function openCold(page: Page, { url, plainPage }: EditorSession): Promise<ColdForm> {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('Network.enable');
  await cdp.send('Network.emulateNetworkConditions', SLOW);
  await page.addInitScript({ content: WATCH_SHIFTS });
  const asked = new Map<string, string>();
  const finished: { readonly address: string; readonly bytes: number }[] = [];
  cdp.on('Network.requestWillBeSent', ({ requestId, request }) => void asked.set(requestId, request.url));
  cdp.on('Network.loadingFinished', ({ requestId, encodedDataLength: bytes }) => {
    finished.push({ address: asked.get(requestId) ?? '', bytes });
  });
  const start = performance.now();
  await page.goto(`${url}/admin/pages/${plainPage}`, { waitUntil: 'commit' });
  await page.locator(FORM).waitFor();
  const ms = performance.now() - start;
  // What comes for the rest of the screen is on its way by now, but is not counted.
  const sent = finished.filter(({ address, bytes }) => bytes > 0 && address.startsWith(url));
  const scripts = sent.filter(({ address }) => address.endsWith('.js'));
  const bytes = scripts.reduce((sum, script) => sum + script.bytes, 0);
  await page.waitForLoadState('networkidle').catch(() => undefined);
  return {
    ms,
    bytes,
    files: scripts.length,
    requests: sent.length,
    shift: await page.evaluate<number>('window.shift'),
  };
}

/** Sums up the layout shifts that nobody has caused by input. */
const WATCH_SHIFTS = `
  window.shift = 0;
  new PerformanceObserver((list) => {
    for (const { hadRecentInput, value } of list.getEntries()) if (!hadRecentInput) window.shift += value;
  }).observe({ type: 'layout-shift', buffered: true });`;

function openedFromList(browser: Browser, session: EditorSession, pages: number): Promise<Result> {
  return inWindow(browser, session, async (page) => {
    await page.goto(`${session.url}/admin/pages`);
    const taken: number[] = [];
    for (let row = 0; row <= OPENED; row += 1) {
      const link = page.locator('[role=rowgroup] [role=row] a').nth(row);
      await link.waitFor();
      const start = performance.now();
      await link.click();
      await page.locator(FORM).waitFor();
      taken.push(performance.now() - start);
      await page.goBack();
    }
    // The first one also fetches the code.
    return { what: `a page opened from the list (${pages} pages), p50`, value: median(taken.slice(1)), unit: 'ms' };
  });
}

function keyToPaint(browser: Browser, session: EditorSession): Promise<readonly Result[]> {
  return inWindow(browser, session, async (page) => {
    await page.goto(`${session.url}/admin/pages/${session.longPage}`);
    await page.getByRole('button', { name: 'Expand all' }).click();
    const text = page.locator('[data-path^="regions/"] [contenteditable=true], [data-path^="regions/"] [data-enters]');
    await text.first().click();
    await page.locator('[contenteditable=true]').first().click();
    await page.evaluate(WATCH_KEYS);
    await page.keyboard.type(LETTERS, { delay: 60 });
    const keys = await page.evaluate<number[]>('window.keys');
    const what = 'a key in a page of 100 blocks with 34 rich texts, until it is painted';
    return [
      { what: `${what}, p50`, value: median(keys), unit: 'ms' },
      { what: `${what}, p95`, value: percentile(keys, 0.95), unit: 'ms' },
    ];
  });
}

/** From the moment of a key, as the browser tells it, until what its frame shows has been handed on. */
const WATCH_KEYS = `
  window.keys = [];
  window.addEventListener('keydown', ({ timeStamp }) => requestAnimationFrame(() => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => window.keys.push(performance.now() - timeStamp);
    port2.postMessage(null);
  }), true);`;
