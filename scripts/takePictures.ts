/** `npm run pictures`: takes the README's pictures from the sample site as an editor sees it. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { BrowserContext } from 'playwright-core';
import sharp from 'sharp';
import { openBrowser } from '../test/ui/openBrowser.ts';
import { ADA, openSite } from '../test/ui/openSite.ts';
import { ROOT } from './bundle.ts';

const FOLDER = join(ROOT, 'docs/pictures');
/** The README shows them half as wide. */
const VIEWPORT = { width: 1280, height: 800 };

const PAGE = {
  id: 2,
  summary: 'Forty-four volunteers, six instruments, one lamp, and a log of a hundred and thirty years.',
};

interface Picture {
  readonly name: string;
  readonly path: string;
  /** A selector for what the picture must show. */
  readonly there: string;
}

const PICTURES: readonly Picture[] = [
  { name: 'home', path: '/', there: 'text=Drafts by others' },
  { name: 'page', path: `/pages/${PAGE.id}`, there: 'text=From flags to feathers' },
  { name: 'history', path: `/pages/${PAGE.id}/history`, there: 'ins' },
];

const ends: (() => Promise<void>)[] = [];
const site = await openSite({ whenDone: (end) => ends.push(end) });
const browser = await openBrowser();
try {
  mkdirSync(FOLDER, { recursive: true });
  const context = await browser.newContext({ viewport: VIEWPORT, locale: 'en-GB', timezoneId: 'UTC' });
  await writeSomething(context);
  for (const picture of PICTURES) await take(context, picture);
} finally {
  await browser.close();
  for (const end of ends) await end();
}

/** Makes a draft to continue and a change to look at. */
async function writeSomething({ request }: BrowserContext): Promise<void> {
  const headers = { 'sec-fetch-site': 'same-origin' };
  const ask = async (method: 'post' | 'patch', path: string, data: object): Promise<void> => {
    const answer = await request[method](`${site.url}/api/admin${path}`, { data, headers });
    if (!answer.ok()) throw new Error(`${path}: ${await answer.text()}`);
  };
  await ask('post', '/auth/login', { email: ADA.email, password: ADA.password, cookie: true });
  await ask('post', '/pages', { type: 'page', title: 'Seals on the bar' });
  await ask('patch', `/pages/${PAGE.id}`, { fields: { summary: PAGE.summary } });
}

async function take(context: BrowserContext, { name, path, there }: Picture): Promise<void> {
  const page = await context.newPage();
  await page.goto(`${site.url}/admin${path}`);
  await page.locator(there).first().waitFor();
  await page.waitForLoadState('networkidle');
  // Parts that are still loading have a grey placeholder.
  await page.locator('.mantine-Skeleton-root').first().waitFor({ state: 'detached' });
  // The loaded parts may contain pictures that are still loading.
  await page.waitForLoadState('networkidle');
  await page.evaluate('Promise.all([...document.images].map((image) => image.decode().catch(() => undefined)))');
  const picture = await sharp(await page.screenshot())
    .webp({ quality: 82 })
    .toBuffer();
  writeFileSync(join(FOLDER, `${name}.webp`), picture);
  process.stdout.write(`docs/pictures/${name}.webp, ${Math.round(picture.length / 1000)} kB\n`);
  await page.close();
}
