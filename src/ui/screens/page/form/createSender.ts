import { oneAtATime } from '../../../../lib/turn/oneAtATime.ts';
import type { FormDocument } from '../../../form/document.ts';
import type { Values } from '../../../form/values.ts';
import { ask } from '../../../wire/ask.ts';
import { chosenName } from '../../../wire/chosenChange.ts';
import type { AdminPage } from '../../../wire/interface.ts';
import { placeOf } from '../../../wire/proposing.ts';
import type { VersionedAnswer } from '../../../wire/sendRequest.ts';
import { WireError } from '../../../wire/WireError.ts';
import { holdsSent, keepKeys, toBody, toValues } from './pageValues.ts';

interface SenderOptions {
  readonly id: number;
  readonly form: FormDocument;
  /** The version of the page that the form is based on. */
  readonly etag: { current: string | null };
}

type Saved = VersionedAnswer<'PUT /api/admin/pages/{id}'>;

interface Sending {
  readonly status: AdminPage['status'] | undefined;
  /** The name of the change to save to; null for what is live. */
  readonly change: string | null;
}

/** A request whose answer was lost: nobody knows whether the server has saved it. */
interface LostRequest {
  readonly sent: Values;
  readonly change: string | null;
}

const isAnswerLost = (error: unknown): boolean =>
  error instanceof WireError && (error.status === 0 || error.status >= 502);

/**
 * Creates the function that saves the form of a page, one request at a time: the server takes two at once for two
 * people's, and puts the new blocks of both on the page. It rebases the form onto what was saved and returns the answer;
 * undefined if there was nothing to send, or if another change is shown by now.
 */
export function createSender({ id, form, etag }: SenderOptions) {
  let lost: LostRequest | undefined;

  /** Looks whether a lost request was saved; if so, rebases the form onto it, so that nothing is sent twice. */
  async function recover({ sent, change }: LostRequest): Promise<void> {
    const { data, etag: present } = await ask('GET /api/admin/pages/{id}', { path: { id }, change });
    lost = undefined;
    const there = keepKeys(toValues(data), { known: [form.saved(), sent], sent });
    if (present === etag.current || !holdsSent(there, { sent, saved: form.saved() })) return;
    etag.current = present;
    form.rebaseTo(there, { typed: sent });
  }

  async function send({ status, change: meant }: Sending): Promise<Saved | undefined> {
    const change = await placeOf(meant);
    if (lost?.change === change) await recover(lost);
    const sent = form.values();
    const body = { ...toBody(sent, form.saved()), ...(status && { status }) };
    if (Object.keys(body).length === 0) return undefined;
    const version = etag.current && { 'If-Match': etag.current };
    const request = { path: { id }, body, change, headers: { ...version, Prefer: 'merge' } };
    const saved = await ask('PUT /api/admin/pages/{id}', request).catch((error: unknown) => {
      if (isAnswerLost(error)) lost = { sent, change };
      throw error;
    });
    if (change !== chosenName()) return undefined;
    etag.current = saved.etag;
    form.setProblems([]);
    form.rebaseTo(keepKeys(toValues(saved.data), { known: [form.saved(), sent], sent }), { typed: sent });
    return saved;
  }
  return oneAtATime(send);
}
