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
    if (change !== null || !isForPublishersOnly(error) || !mayLeave(error)) throw error;
    return send(await leaveLive());
  }
}

/** Whether a write was refused for nothing but what the public would see of it. */
const isForPublishersOnly = (error: unknown): error is WireError =>
  error instanceof WireError &&
  error.code === 'FORBIDDEN' &&
  error.problems.every(({ reason = '', params }) => /^noRight/.test(reason) && params?.['right'] === 'publish');

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
