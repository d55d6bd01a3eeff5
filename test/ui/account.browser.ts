import { afterAll, beforeAll, expect, it } from 'vitest';
import { until } from '../http/makeServer.ts';
import { type Mailbox, openMailbox } from '../mail/openMailbox.ts';
import { axe } from './axe.ts';
import { describeInBrowser } from './inBrowser.ts';
import { ADA, openSite, type RunningSite } from './openSite.ts';

const FIRST = 'a horse of another colour';
const SECOND = 'no horse at all';

await describeInBrowser('an account', (visit) => {
  const ends: (() => Promise<void>)[] = [];
  const whenDone = (end: () => Promise<void>): void => void ends.unshift(end);
  let box: Mailbox;
  let site: RunningSite;

  beforeAll(async () => {
    box = await openMailbox({ whenDone });
    site = await openSite({ env: { SMTP_URL: box.url, MAIL_FROM: 'cms@example.org' }, whenDone });
  });
  afterAll(async () => {
    for (const end of ends) await end();
  });

  /** The address below `/admin` that the latest mail to somebody leads to. */
  async function linkFor(email: string, nth: number): Promise<string> {
    const mails = () => box.mails.filter(({ to }) => to.includes(email));
    await until(() => mails().length >= nth);
    return /\/admin(\/account\/\S+)/.exec(mails()[nth - 1]!.text)![1]!;
  }

  it('begins with an invitation by mail, and gets a new password by another', async () => {
    const admin = await visit({ site });
    await admin.go('/people');
    await admin.page.getByRole('button', { name: 'Invite' }).click();
    const drawer = admin.page.getByRole('dialog', { name: 'Invite someone' });
    await drawer.getByLabel('E-mail address').fill('bo@example.org');
    expect((await axe(admin.page, 'light').analyze()).violations).toEqual([]);
    await drawer.getByRole('button', { name: 'Invite', exact: true }).click();
    await admin.page.getByText('Invitation to bo@example.org sent').waitFor();
    await admin.page.getByRole('heading', { name: 'Invited, not here yet' }).waitFor();
    expect((await axe(admin.page, 'light').analyze()).violations).toEqual([]);

    const { page, go, context } = await visit({ site, isAnonymous: true });
    const link = await linkFor('bo@example.org', 1);
    await go(link);
    await page.getByText(`${ADA.name} has invited you`).waitFor();
    expect((await axe(page, 'light').analyze()).violations).toEqual([]);
    await page.getByLabel('Your name').fill('Bo');
    await page.getByLabel('Password', { exact: true }).fill('short');
    await page.getByRole('button', { name: 'Accept and log in' }).click();
    await page
      .getByText(/at least 8 characters/i)
      .first()
      .waitFor();
    await page.getByLabel('Password', { exact: true }).fill(FIRST);
    await page.getByRole('button', { name: 'Accept and log in' }).click();
    await page.getByRole('heading', { name: 'Home' }).waitFor();
    await page.getByRole('button', { name: /^Your account: Bo/ }).waitFor();

    await context.clearCookies();
    await go(link);
    await page.getByRole('heading', { name: 'This link works no more' }).waitFor();
    await page.getByRole('link', { name: 'Back to log-in' }).click();
    await page.getByRole('link', { name: 'Forgot your password?' }).click();
    await page.getByLabel('E-mail address').fill('bo@example.org');
    expect((await axe(page, 'light').analyze()).violations).toEqual([]);
    await page.keyboard.press('Enter');
    await page.getByText('If there is an account with this address').waitFor();
    await go(await linkFor('bo@example.org', 2));
    await page.getByLabel('New password').fill(SECOND);
    expect((await axe(page, 'light').analyze()).violations).toEqual([]);
    await page.getByRole('button', { name: 'Set the password' }).click();
    await page.getByText('Your new password is set').waitFor();
    await page.getByLabel('Password', { exact: true }).fill(SECOND);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Home' }).waitFor();
  });
});
