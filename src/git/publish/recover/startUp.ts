import { existsSync, lstatSync } from 'node:fs';
import { join } from 'node:path';
import { CmsError, unavailable } from '../../../model/errors.ts';
import { sweepLocks } from '../../disk/lock.ts';
import { sweepSideFolder } from '../../disk/sideFolder.ts';
import { listKeepFiles } from '../../objects/packedWrite.ts';
import type { RepositoryLocation } from '../../read/discover.ts';
import { listBranchLocks } from '../../read/ref/checkedOut.ts';
import { readHead, readHeadRef } from '../../read/ref/refs.ts';
import { noticeHead, reportDetached } from '../head/headWatch.ts';
import { mendRef } from '../head/mendRef.ts';
import { locked } from '../locked.ts';
import type { RepoReport } from '../reports.ts';
import type { GitWriter } from '../writer.ts';
import { journalPath, readJournal, withdrawJournal } from './journal.ts';
import { recover } from './recover.ts';

/**
 * Settles a write that a Quire that died has begun, removes its leftovers, and looks at HEAD. Returns whether there was a
 * write to settle. Changes nothing in a repository that is read only.
 */
export async function startUp(writer: GitWriter): Promise<boolean> {
  const isCutShort = !writer.readOnly && (await cleanUp(writer));
  await lookAtHead(writer);
  return isCutShort;
}

async function cleanUp(writer: GitWriter): Promise<boolean> {
  const { fs, location, sidePath } = writer;
  sweepLocks(fs, lockPaths(location));
  sweepSideFolder(fs, sidePath);
  const isCutShort = readJournal(sidePath) !== null;
  await recoverAtStart(writer, isCutShort);
  return isCutShort;
}

/** Reports a journal, which a read-only Quire must not follow: another one may be writing right now. */
export function listUnfinished(sidePath: string): readonly RepoReport[] {
  if (!existsSync(journalPath(sidePath))) return [];
  const message =
    'A write to the repository is not finished. Unless another Quire is writing right now, start one without READ_ONLY to recover it';
  return [{ code: 'RECOVERY', message }];
}

/** If something is in the way, such as somebody's locks, reports that, and the first publish tries again. */
async function recoverAtStart(writer: GitWriter, isCutShort: boolean): Promise<void> {
  try {
    await mendRef(writer);
    if (isCutShort) await locked(writer, readHead(writer.location), () => recover(writer));
    // Without a journal, an index that was kept is of no use.
    else await withdrawJournal(writer);
  } catch (error) {
    const message = `The last write has not been recovered yet: ${error instanceof Error ? error.message : String(error)}`;
    writer.reports.set('RECOVERY', [{ code: 'RECOVERY', message }]);
  }
}

/** A HEAD that cannot be read now becomes an error the next time it is needed. */
async function lookAtHead(writer: GitWriter): Promise<void> {
  try {
    writer.seen.head = readHead(writer.location);
    reportDetached(writer, writer.seen.head);
    await noticeHead(writer, writer.seen.head);
  } catch (error) {
    if (!(error instanceof CmsError)) throw error;
  }
}

/** Files are renamed from the git folder into the working tree, which works within one file system only. */
export function refuseTwoFileSystems({ root, gitDir }: RepositoryLocation): void {
  if (lstatSync(root).dev !== lstatSync(gitDir).dev) {
    throw unavailable('The content folder and its git folder are on two different file systems: put them on one', 60);
  }
}

/** In this order: as long as HEAD.lock exists, nobody can switch to a branch whose lock would be missed. */
function lockPaths({ gitDir, commonDir }: RepositoryLocation): string[] {
  const ref = readHeadRef(gitDir);
  const branch = ref === null ? [] : [join(commonDir, `${ref}.lock`)];
  return [
    ...new Set([...listBranchLocks(commonDir), ...branch]),
    join(commonDir, 'packed-refs.lock'),
    ...['index', 'HEAD'].map((name) => join(gitDir, `${name}.lock`)),
    ...listKeepFiles(commonDir),
  ];
}
