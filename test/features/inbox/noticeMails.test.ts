import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, expect, it, onTestFinished } from 'vitest';
import { createNoticeMails, type NoticeMails } from '../../../src/features/inbox/noticeMails.ts';
import { type Inbox, openInbox } from '../../../src/inbox/openInbox.ts';
import type { LateMail } from '../../../src/mail/openMail.ts';

const ADA = 'user/1';
const SUBJECT = { reason: 'mention', by: 'user/2', record: null, change: 'summer', comment: 1 } as const;

let now: string;
let privateDir: string;
let inbox: Inbox;
let mails: NoticeMails;
let sent: LateMail[];
let isFailing: boolean;

beforeEach(() => {
  now = '2026-02-03T10:00:00.000Z';
  privateDir = mkdtempSync(join(tmpdir(), 'quire-notices-'));
  mkdirSync(join(privateDir, 'state'));
  onTestFinished(() => rmSync(privateDir, { recursive: true }));
  sent = [];
  isFailing = false;
  open();
});

const fail = (error: unknown): void => {
  if (!isFailing) throw error;
};

function open(): void {
  const clock = () => new Date(now);
  inbox = openInbox({ privateDir, clock, onError: fail });
  mails = createNoticeMails({ privateDir, inbox, clock, onError: fail });
  const made = mails;
  onTestFinished(() => made.close());
}

async function send(mail: LateMail): Promise<void> {
  // As a mail that is known.
  if (!sent.some(({ id }) => id === mail.id)) sent.push(mail);
}

const tell = () => inbox.notify([ADA], SUBJECT);
const spans = () => sent.map(({ note }) => JSON.parse(note)).map(({ from, to }) => [from, to]);

/** What stands in the queue is done: the choice waits for its turn. */
const settle = async () => mails.choose('user/9', 'never');

it('send what comes within seconds in one mail, once somebody has chosen that, and nothing from before', async () => {
  await tell();
  mails.start(send);
  await mails.choose(ADA, 'atOnce');
  await tell();
  await tell();
  await settle();
  expect(spans()).toEqual([]);
  now = '2026-02-03T10:00:06.000Z';
  await settle();
  expect(spans()).toEqual([[2, 3]]);
  await tell();
  now = '2026-02-03T10:00:20.000Z';
  await settle();
  expect(spans()).toEqual([
    [2, 3],
    [4, 4],
  ]);
});

it('send once a day what was not read until then, also if the server was off at that hour', async () => {
  mails.start(send);
  await mails.choose(ADA, 'daily');
  for (let times = 0; times < 3; times += 1) await tell();
  await inbox.markRead(ADA, [3]);
  now = '2026-02-04T05:59:00.000Z';
  await settle();
  expect(spans()).toEqual([]);
  await mails.close();
  now = '2026-02-04T09:00:00.000Z';
  open();
  expect(await mails.choiceOf(ADA)).toBe('daily');
  mails.start(send);
  await settle();
  expect(spans()).toEqual([[1, 2]]);
  await settle();
  expect(spans()).toEqual([[1, 2]]);
});

it('neither repeat nor lose a mail that was being handed over when the server stopped', async () => {
  mails.start(send);
  await mails.choose(ADA, 'atOnce');
  await tell();
  now = '2026-02-03T10:01:00.000Z';
  isFailing = true;
  // Handed over, and stopped before that was noted: the same mail comes again, with the same name.
  const handed: LateMail[] = [];
  mails.start((mail) => {
    handed.push(mail);
    throw new Error('stopped');
  });
  await settle();
  await mails.close();
  isFailing = false;
  open();
  await tell();
  mails.start(send);
  await settle();
  expect(new Set(handed.map(({ id }) => id)).size).toBe(1);
  expect(sent[0]).toEqual(handed[0]);
  now = '2026-02-03T10:02:00.000Z';
  await settle();
  expect(spans()).toEqual([
    [1, 1],
    [2, 2],
  ]);
});

it('send nothing any more to who wants none', async () => {
  mails.start(send);
  await mails.choose(ADA, 'daily');
  await tell();
  await mails.choose(ADA, 'never');
  now = '2026-02-05T09:00:00.000Z';
  await settle();
  expect([spans(), await mails.choiceOf(ADA)]).toEqual([[], 'never']);
});
