import { oneAtATime } from '../../../../lib/turn/oneAtATime.ts';
import type { FormDocument } from '../../../form/document.ts';
import type { Values } from '../../../form/values.ts';
import { ask } from '../../../wire/ask.ts';
import { chosenChange } from '../../../wire/chosenChange.ts';
import type { AdminPage } from '../../../wire/interface.ts';
import { changeHeader, type VersionedAnswer } from '../../../wire/sendRequest.ts';
import { WireError } from '../../../wire/WireError.ts';
import { holdsSent, keepKeys, toBody, toValues } from './pageValues.ts';

interface SenderOptions {
  readonly id: number;
  readonly form: FormDocument;
  /** The version that the form was read from. */
  readonly etag: { current: string | null };
}

type Saved = VersionedAnswer<'PUT /api/admin/pages/{id}'>;

interface Sending {
  readonly status: AdminPage['status'] | undefined;
  /** The change that it goes into; undefined for what is live. */
  readonly change: string | undefined;
}

/** Where the answer to what was sent has not come back, nobody knows whether it has arrived. */
interface Lost {
  readonly sent: Values;
  readonly change: string | undefined;
}

const isLost = (error: unknown): boolean => error instanceof WireError && (error.status === 0 || error.status >= 502);

/**
 * Sends what is typed in the form of a page, one request after the other: two at once are two people's to the server,
 * which puts the new blocks of both on the page. Gives the answer where the form shows what was sent, which it does from
 * then on; undefined where nothing was left to send, or something else is shown by now.
 */
export function createSender({ id, form, etag }: SenderOptions) {
  let lost: Lost | undefined;

  /** The form is based on what was sent before, if that has arrived: nothing is sent twice. */
  async function find({ sent, change }: Lost): Promise<void> {
    const { data, etag: present } = await ask('GET /api/admin/pages/{id}', {
      path: { id },
      headers: changeHeader(change),
    });
    lost = undefined;
    const there = keepKeys(toValues(data), { known: [form.saved(), sent], sent });
    if (present === etag.current || !holdsSent(there, { sent, saved: form.saved() })) return;
    etag.current = present;
    form.rebaseTo(there, { typed: sent });
  }

  async function send({ status, change }: Sending): Promise<Saved | undefined> {
    if (lost?.change === change && lost) await find(lost);
    const sent = form.values();
    const body = { ...toBody(sent, form.saved()), ...(status && { status }) };
    if (Object.keys(body).length === 0) return undefined;
    const version = etag.current && { 'If-Match': etag.current };
    const headers = { ...version, Prefer: 'merge', ...changeHeader(change) };
    const saved = await ask('PUT /api/admin/pages/{id}', { path: { id }, body, headers }).catch((error: unknown) => {
      if (isLost(error)) lost = { sent, change };
      throw error;
    });
    if (change !== undefined && change !== chosenChange()?.name) return undefined;
    etag.current = saved.etag;
    form.setProblems([]);
    form.rebaseTo(keepKeys(toValues(saved.data), { known: [form.saved(), sent], sent }), { typed: sent });
    return saved;
  }
  return oneAtATime(send);
}
