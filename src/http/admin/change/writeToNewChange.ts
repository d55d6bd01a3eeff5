import type { Actor } from '../../../model/access.ts';
import { CmsError } from '../../../model/errors.ts';
import type { Action, RecordWriter, WriteResult } from '../../../write/action.ts';
import type { Caller } from '../../../write/queue/lateSave.ts';

/** What begins changes: see `Proposals`. */
export interface ChangeMaker {
  make(wanted: { readonly title: string }, actor: Actor): Promise<{ readonly name: string }>;
  open(name: string, forWriting: boolean): Promise<{ readonly write: RecordWriter }>;
  abandon(name: string): Promise<void>;
}

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
  proposals: ChangeMaker,
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
