import { CmsError } from '../../../model/errors.ts';
import type { Proposals } from '../../../proposal/proposals.ts';
import type { Action, WriteResult } from '../../../write/action.ts';
import type { Caller } from '../../../write/queue/lateSave.ts';

interface NewChangeWrite {
  readonly title: string;
  readonly action: Action;
  readonly actor: Caller;
}

/** What was written, and the change that holds it; null if nothing had to be written, so that there is none. */
export interface ChangeWritten extends WriteResult {
  readonly change: { readonly name: string; readonly title: string } | null;
}

/** Writes into a change of its own. One that is refused, or that does nothing, leaves none behind. */
export async function writeToNewChange(
  { title, action, actor }: NewChangeWrite,
  proposals: Pick<Proposals, 'make' | 'open' | 'abandon'>,
): Promise<ChangeWritten> {
  const { name } = await proposals.make({ title }, actor);
  try {
    const written = await (await proposals.open(name, true)).write.write(action, actor);
    if (written.commit === null) await proposals.abandon(name);
    return { ...written, change: written.commit === null ? null : { name, title } };
  } catch (error) {
    if (error instanceof CmsError) await proposals.abandon(name);
    throw error;
  }
}
