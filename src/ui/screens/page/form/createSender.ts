import { oneAtATime } from '../../../../lib/turn/oneAtATime.ts';
import type { FormDocument } from '../../../form/document.ts';
import type { Values } from '../../../form/values.ts';
import { ask } from '../../../wire/ask.ts';
import type { AdminPage } from '../../../wire/interface.ts';
import type { VersionedAnswer } from '../../../wire/sendRequest.ts';
import { WireError } from '../../../wire/WireError.ts';
import { holdsSent, keepKeys, toBody, toValues } from './pageValues.ts';

/** Where the form of a page is saved: its draft, a change that was entered, or the page itself, which nobody reads yet. */
export type SavePlace =
  | { readonly type: 'draft' }
  | { readonly type: 'change'; readonly name: string }
  | { readonly type: 'page' };

interface SenderOptions {
  readonly id: number;
  readonly form: FormDocument;
  /** The version of the page that the form is based on. */
  readonly etag: { current: string | null };
}

export type SavedPage = VersionedAnswer<'PUT /api/admin/pages/{id}/draft'>;

interface Sending {
  readonly place: SavePlace;
  readonly status?: AdminPage['status'] | undefined;
}

/** A request whose answer was lost: nobody knows whether the server has saved it. */
interface LostRequest {
  readonly sent: Values;
  readonly place: SavePlace;
}

const isAnswerLost = (error: unknown): boolean =>
  error instanceof WireError && (error.status === 0 || error.status >= 502);

const nameOf = (place: SavePlace): string => JSON.stringify(place);
const headerOf = (place: SavePlace): string | null => (place.type === 'change' ? place.name : null);

/** Reads the page where it is saved. A draft whose first write was lost may not exist. */
async function readPlace(id: number, place: SavePlace) {
  if (place.type !== 'draft') return ask('GET /api/admin/pages/{id}', { path: { id }, change: headerOf(place) });
  try {
    return await ask('GET /api/admin/pages/{id}/draft', { path: { id } });
  } catch (error) {
    if (error instanceof WireError && error.code === 'NOT_FOUND')
      return ask('GET /api/admin/pages/{id}', { path: { id }, change: null });
    throw error;
  }
}

function write(
  id: number,
  { place, body, headers }: { place: SavePlace; body: object; headers: Record<string, string> },
) {
  if (place.type === 'draft') return ask('PUT /api/admin/pages/{id}/draft', { path: { id }, body, headers });
  return ask('PUT /api/admin/pages/{id}', { path: { id }, body, headers, change: headerOf(place) });
}

/**
 * Creates the function that saves the form of a page, one request at a time: the server takes two at once for two
 * people's, and puts the new blocks of both on the page. It rebases the form onto what was saved and returns the answer;
 * undefined if there was nothing to send.
 */
export function createSender({ id, form, etag }: SenderOptions) {
  let lost: LostRequest | undefined;

  /** Looks whether a lost request was saved; if so, rebases the form onto it, so that nothing is sent twice. */
  async function recover({ sent, place }: LostRequest): Promise<void> {
    const { data, etag: present } = await readPlace(id, place);
    lost = undefined;
    const there = keepKeys(toValues(data), { known: [form.saved(), sent], sent });
    if (present === etag.current || !holdsSent(there, { sent, saved: form.saved() })) return;
    etag.current = present;
    form.rebaseTo(there, { typed: sent });
  }

  async function send({ place, status }: Sending): Promise<SavedPage | undefined> {
    if (lost && nameOf(lost.place) === nameOf(place)) await recover(lost);
    const sent = form.values();
    const body = { ...toBody(sent, form.saved()), ...(status && { status }) };
    if (Object.keys(body).length === 0) return undefined;
    const headers = { ...(etag.current && { 'If-Match': etag.current }), Prefer: 'merge' };
    const saved = await write(id, { place, body, headers }).catch((error: unknown) => {
      if (isAnswerLost(error)) lost = { sent, place };
      throw error;
    });
    etag.current = saved.etag;
    form.setProblems([]);
    form.rebaseTo(keepKeys(toValues(saved.data), { known: [form.saved(), sent], sent }), { typed: sent });
    return saved;
  }
  return oneAtATime(send);
}
