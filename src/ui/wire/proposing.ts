import i18next from 'i18next';
import { chooseChange, chosenChange, workAs } from './chosenChange.ts';
import type { Caller } from './interface.ts';
import { sendRequest } from './sendRequest.ts';

/** The one who is logged in, where they may write to changes only. */
let proposer: Pick<Caller, 'name'> | undefined;
let beginning: Promise<void> | undefined;

/** Told who is logged in. */
export function noteCaller(caller: Pick<Caller, 'id' | 'name' | 'changesOnly'>): void {
  workAs(caller.id);
  proposer = caller.changesOnly ? caller : undefined;
}

/** Before something of the content is written: who may not write to what is live works on a change from here on. */
export async function leaveLive(): Promise<void> {
  if (!proposer || chosenChange()) return;
  beginning ??= chooseOwn(i18next.t('changes.editsOf', { name: proposer.name })).finally(() => {
    beginning = undefined;
  });
  await beginning;
}

/** Their own one of before, where it waits still, else a new one. */
async function chooseOwn(title: string): Promise<void> {
  const { data: all } = await sendRequest('GET /api/admin/changes');
  const own = all.find((change) => change.title === title && change.source === 'local' && change.page === null);
  const { name, ref, page } = own ?? (await sendRequest('POST /api/admin/changes', { body: { title } })).data;
  chooseChange({ name, title, ref, page });
}
