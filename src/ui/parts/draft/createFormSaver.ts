import { createTaskQueue } from '../../../lib/turn/createTaskQueue.ts';
import type { FormDocument } from '../../form/document.ts';
import type { FormValues } from '../../form/values.ts';
import { WireError } from '../../wire/WireError.ts';
import {
  type DraftedKind,
  type DraftedRecord,
  type DraftRequests,
  findDraft,
  type RecordAnswer,
} from './draftedKind.ts';

/** Where a form is saved: in its draft, a change that was entered, or the record itself, which no visitor sees yet. */
export type SaveTarget =
  | { readonly type: 'draft' }
  | { readonly type: 'change'; readonly name: string }
  | { readonly type: 'record' };

interface SenderOptions<R extends DraftedRecord> {
  readonly kind: DraftedKind<R>;
  readonly id: number;
  readonly form: FormDocument;
  /** The version of the record that the form is based on. */
  readonly etag: { current: string | null };
}

interface FormSaveRequest {
  readonly place: SaveTarget;
  /** Values that the form does not have, such as a status. */
  readonly more?: object | undefined;
}

/** A request whose answer was lost: the server may or may not have saved it. */
interface LostRequest {
  readonly sent: FormValues;
  readonly place: SaveTarget;
}

const isAnswerLost = (error: unknown): boolean =>
  error instanceof WireError && (error.status === 0 || error.status >= 502);

const saveTargetKey = (place: SaveTarget): string => JSON.stringify(place);
const headerOf = (place: SaveTarget): string | null => (place.type === 'change' ? place.name : null);

/** Reads the record where it is saved. A draft whose first write was lost may not exist. */
async function readSaveTarget<R>(requests: DraftRequests<R>, place: SaveTarget): Promise<RecordAnswer<R>> {
  const draft = place.type === 'draft' ? await findDraft(requests) : undefined;
  return draft ?? requests.read(headerOf(place));
}

/**
 * Creates the function that saves the form of a record, one request at a time: the server takes two at once for two
 * people's, and puts the new blocks of both on a page. It rebases the form onto what was saved and returns the answer;
 * undefined if there was nothing to send.
 */
export function createFormSaver<R extends DraftedRecord>({ kind, id, form, etag }: SenderOptions<R>) {
  const requests = kind.requestsFor(id);
  let lost: LostRequest | undefined;

  const valuesOf = (record: R, sent: FormValues): FormValues =>
    kind.toValues(record, { known: [form.saved(), sent], sent });

  /** Looks whether a lost request was saved; if so, rebases the form onto it, so that nothing is sent twice. */
  async function recover({ sent, place }: LostRequest): Promise<void> {
    const { data, etag: present } = await readSaveTarget(requests, place);
    lost = undefined;
    const there = valuesOf(data, sent);
    if (present === etag.current || !kind.holdsSent(there, { sent, saved: form.saved() })) return;
    etag.current = present;
    form.rebaseTo(there, { typed: sent });
  }

  async function send({ place, more }: FormSaveRequest): Promise<RecordAnswer<R> | undefined> {
    if (lost && saveTargetKey(lost.place) === saveTargetKey(place)) await recover(lost);
    const sent = form.values();
    const body = { ...kind.toBody(sent, form.saved()), ...more };
    if (Object.keys(body).length === 0) return undefined;
    const headers = { ...(etag.current && { 'If-Match': etag.current }), Prefer: 'merge' };
    const saved = await write(place, { body, headers }).catch((error: unknown) => {
      if (isAnswerLost(error)) lost = { sent, place };
      throw error;
    });
    etag.current = saved.etag;
    form.setProblems([]);
    form.rebaseTo(valuesOf(saved.data, sent), { typed: sent });
    return saved;
  }

  const write = (place: SaveTarget, options: Parameters<typeof requests.writeDraft>[0]): Promise<RecordAnswer<R>> =>
    place.type === 'draft' ? requests.writeDraft(options) : requests.write({ ...options, change: headerOf(place) });

  const inTurn = createTaskQueue();
  return (request: FormSaveRequest) => inTurn(() => send(request));
}
