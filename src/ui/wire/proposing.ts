import i18next from 'i18next';
import { chooseChange, chosenChange, chosenName, workAs } from './chosenChange.ts';
import type { Caller } from './interface.ts';
import { sendRequest } from './sendRequest.ts';
import { WireError } from './WireError.ts';

/** The logged-in user, and whether they may write to changes only. */
let author: { readonly name: string; readonly isProposer: boolean } | undefined;
let beginning: Promise<void> | undefined;

/** Whether a user writes to changes, and others publish them: by their account, or because their role publishes nothing. */
export const proposesOnly = ({ changesOnly, rights }: Pick<Caller, 'changesOnly' | 'rights'>): boolean =>
  changesOnly ?? (rights.level === 'editor' && Object.values(rights.kinds).every(({ publish }) => publish === 'never'));

/** Notes who is logged in. */
export function noteCaller(caller: Pick<Caller, 'id' | 'name' | 'changesOnly' | 'rights'>): void {
  workAs(caller.id);
  author = { name: caller.name, isProposer: proposesOnly(caller) };
}

/**
 * Where content is written that was meant for `change`, null for what is live. A user who may not write there gets a
 * change, which is chosen.
 */
export async function resolveTargetChange(change = chosenName()): Promise<string | null> {
  return change !== null || !author?.isProposer ? change : leaveLive();
}

/**
 * Sends a write to what is live or, if the user may make it but not publish it, to a change, which is chosen.
 *
 * @param mayLeave whether the write makes sense in a change
 */
export async function sendOrPropose<T>(
  change: string | null,
  send: (change: string | null) => Promise<T>,
  mayLeave: (refused: WireError) => boolean = () => true,
): Promise<T> {
  try {
    return await send(change);
  } catch (error) {
    if (change !== null || !(error instanceof WireError)) throw error;
    if (isForPublishersOnly(error) && mayLeave(error)) return send(await leaveLive());
    const other = needsOthersFirst(error) ? await askForOtherWay(error) : null;
    if (!other) throw error;
    return sendOtherWay(other, send);
  }
}

/** The event on `window` when a write to what is live is refused because others must agree first; see `RefusedWrite`. */
export const OTHERS_FIRST = 'quire:othersFirst';

/** A write that was refused because others must agree first. Whoever takes it up prevents the default of its event. */
export interface RefusedWrite {
  readonly error: WireError;
  /** To be called once: with the change that the write goes into, or with null if it is not to be made. */
  settle(other: OtherWay | null): void;
}

/** Where a write goes instead of what is live. */
export interface OtherWay {
  /** The name of a change. */
  readonly change: string;
  /** Called once the write is in it. */
  finish(): Promise<void>;
  /** Called if the write is refused there, too. */
  abandon(): Promise<void>;
}

const needsOthersFirst = ({ code, problems }: WireError): boolean =>
  code === 'FORBIDDEN' && problems.every(({ reason = '' }) => /^needsApproval/.test(reason));

/** Nobody is asked where nothing listens. */
const askForOtherWay = (error: WireError): Promise<OtherWay | null> =>
  new Promise((settle) => {
    const detail: RefusedWrite = { error, settle };
    if (window.dispatchEvent(new CustomEvent(OTHERS_FIRST, { detail, cancelable: true }))) settle(null);
  });

async function sendOtherWay<T>(other: OtherWay, send: (change: string | null) => Promise<T>): Promise<T> {
  try {
    const answer = await send(other.change);
    await other.finish();
    return answer;
  } catch (error) {
    await other.abandon();
    throw error;
  }
}

/** Whether a write was refused for nothing but what the public would see of it. */
const isForPublishersOnly = ({ code, problems }: WireError): boolean =>
  code === 'FORBIDDEN' &&
  problems.every(({ reason = '', params }) => /^noRight/.test(reason) && params?.['right'] === 'publish');

/** @returns the name of the change that is chosen then */
async function leaveLive(): Promise<string | null> {
  if (chosenChange() || !author) return chosenName();
  beginning ??= chooseOwn(i18next.t('changes.editsOf', { name: author.name })).finally(() => {
    beginning = undefined;
  });
  await beginning;
  return chosenName();
}

/** Chooses the user's earlier change if it still exists, else creates one. */
async function chooseOwn(title: string): Promise<void> {
  const { data: named } = await sendRequest('GET /api/admin/change-names', { query: { title } });
  const own = named.find(({ draftOf }) => draftOf === null);
  const { name, ref } = own ?? (await sendRequest('POST /api/admin/changes', { body: { title } })).data;
  chooseChange({ name, title, ref });
}
