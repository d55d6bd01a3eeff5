import i18next from 'i18next';
import { chooseChange, chosenChange, workAs } from './chosenChange.ts';
import type { Caller } from './interface.ts';
import { sendRequest } from './sendRequest.ts';

/** The logged-in user, if they may write to changes only. */
let proposer: Pick<Caller, 'name'> | undefined;
let beginning: Promise<void> | undefined;

/** Notes who is logged in. */
export function noteCaller(caller: Pick<Caller, 'id' | 'name' | 'changesOnly'>): void {
  workAs(caller.id);
  proposer = caller.changesOnly ? caller : undefined;
}

/** To be called before content is written: chooses a change for a user who may not write to what is live. */
export async function leaveLive(): Promise<void> {
  if (!proposer || chosenChange()) return;
  beginning ??= chooseOwn(i18next.t('changes.editsOf', { name: proposer.name })).finally(() => {
    beginning = undefined;
  });
  await beginning;
}

/** Chooses the user's earlier change if it still exists, else creates one. */
async function chooseOwn(title: string): Promise<void> {
  const { data: all } = await sendRequest('GET /api/admin/changes');
  const own = all.find((change) => change.title === title && change.source === 'local' && change.page === null);
  const { name, ref, page } = own ?? (await sendRequest('POST /api/admin/changes', { body: { title } })).data;
  chooseChange({ name, title, ref, page });
}
