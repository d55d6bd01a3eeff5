import { allSettled } from '../../lib/allSettled.ts';
import type { SideFolder } from '../disk/sideFolder.ts';
import { encodeJournal, type Journal, journalPath, readJournal, withdrawJournal } from './journal.ts';
import { locked } from './locked.ts';
import { recover } from './recover.ts';
import type { Writer } from './writer.ts';

interface Placement {
  readonly journal: Journal;
  readonly side: SideFolder;
  /** Resolves when the objects are there: whoever dies then has a journal that can be followed. */
  readonly writing: Promise<unknown>;
}

/** Puts the journal of a publish in its place, and keeps the index; durable when it resolves (step 5 of DESIGN, "Writing"). */
export async function placeJournal(writer: Writer, { journal, side, writing }: Placement): Promise<void> {
  const { fs, sidePath, index } = writer;
  const fresh = side.newPath('journal');
  await allSettled([fs.writeSynced(fresh, encodeJournal(journal)), settleLast(writer, journal), writing]);
  try {
    index.keep();
    fs.rename(fresh, journalPath(sidePath));
    await writer.syncNames([sidePath]);
  } catch (error) {
    await withdrawJournal(writer);
    throw error;
  }
  writer.onStep(5);
}

/** Its journal stands until the write before this one is durable; where that could not be taken back, it is time now. */
async function settleLast(writer: Writer, { ref }: Journal): Promise<void> {
  await writer.settled();
  if (readJournal(writer.sidePath) !== null) await locked(writer, { ref }, () => recover(writer));
}
