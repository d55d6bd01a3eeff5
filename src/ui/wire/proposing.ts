import i18next from 'i18next';
import { chooseChange, chosenChange, chosenName, workAs } from './chosenChange.ts';
import type { Caller } from './interface.ts';
import { sendRequest } from './sendRequest.ts';

/** The logged-in user, if they may write to changes only. */
let proposer: Pick<Caller, 'name'> | undefined;
let beginning: Promise<void> | undefined;

/** Whether a user writes to changes, and others publish them: by their account, or because their role publishes nothing. */
export const proposesOnly = ({ changesOnly, rights }: Pick<Caller, 'changesOnly' | 'rights'>): boolean =>
  changesOnly ?? (rights.level === 'editor' && Object.values(rights.kinds).every(({ publish }) => publish === 'never'));

/** Notes who is logged in. */
export function noteCaller(caller: Pick<Caller, 'id' | 'name' | 'changesOnly' | 'rights'>): void {
  workAs(caller.id);
  proposer = proposesOnly(caller) ? caller : undefined;
}

/**
 * Where content is written that was meant for `change`, null for what is live. A user who may not write there gets a
 * change, which is chosen.
 */
export async function resolveTargetChange(change = chosenName()): Promise<string | null> {
  if (change !== null || !proposer) return change;
  await leaveLive();
  return chosenName();
}

async function leaveLive(): Promise<void> {
  if (chosenChange() || !proposer) return;
  beginning ??= chooseOwn(i18next.t('changes.editsOf', { name: proposer.name })).finally(() => {
    beginning = undefined;
  });
  await beginning;
}

/** Chooses the user's earlier change if it still exists, else creates one. */
async function chooseOwn(title: string): Promise<void> {
  const { data: named } = await sendRequest('GET /api/admin/change-names', { query: { title } });
  const own = named.find(({ draftOf }) => draftOf === null);
  const { name, ref } = own ?? (await sendRequest('POST /api/admin/changes', { body: { title } })).data;
  chooseChange({ name, title, ref });
}
