import { existsSync, lstatSync } from 'node:fs';
import { join } from 'node:path';
import { CmsError, unavailable } from '../../../model/errors.ts';
import { sweepLocks } from '../../disk/lock.ts';
import { sweepSideFolder } from '../../disk/sideFolder.ts';
import { keepFiles } from '../../objects/packedWrite.ts';
import type { RepositoryLocation } from '../../read/discover.ts';
import { listBranchLocks } from '../../read/ref/checkedOut.ts';
import { readHead, readHeadRef } from '../../read/ref/refs.ts';
import { noticeHead, reportDetached } from '../head/headWatch.ts';
import { mendRef } from '../head/mendRef.ts';
import { locked } from '../locked.ts';
import type { RepoReport } from '../reports.ts';
import type { Writer } from '../writer.ts';
import { journalPath, readJournal, withdrawJournal } from './journal.ts';
import { recover } from './recover.ts';

/**
 * Brings to its end what a Quire that died has begun, removes what it has left, and looks where HEAD is. Answers whether
 * there was something to bring to its end. A repository that is read only stays as it is.
 */
export async function startUp(writer: Writer): Promise<boolean> {
  const isCutShort = !writer.readOnly && (await cleanUp(writer));
  await lookAtHead(writer);
  return isCutShort;
}

async function cleanUp(writer: Writer): Promise<boolean> {
  const { fs, location, sidePath } = writer;
  sweepLocks(fs, lockPaths(location));
  sweepSideFolder(fs, sidePath);
  const isCutShort = readJournal(sidePath) !== null;
  await recoverAtStart(writer, isCutShort);
  return isCutShort;
}

/** Reports a journal that a read-only Quire must not follow: another one may be writing just now. */
export function listUnfinished(sidePath: string): readonly RepoReport[] {
  if (!existsSync(journalPath(sidePath))) return [];
  const message =
    'A write to the repository is not finished. Unless another Quire is just writing, start one without READ_ONLY, which brings it to its end';
  return [{ code: 'RECOVERY', message }];
}

/** Where something stands in the way, such as somebody's locks, that is said, and the first publish tries again. */
async function recoverAtStart(writer: Writer, isCutShort: boolean): Promise<void> {
  try {
    await mendRef(writer);
    if (isCutShort) await locked(writer, readHead(writer.location), () => recover(writer));
    // Without a journal an index that was kept is of no use.
    else await withdrawJournal(writer);
  } catch (error) {
    const message = `The last write has not been recovered yet: ${error instanceof Error ? error.message : String(error)}`;
    writer.reports.set('RECOVERY', [{ code: 'RECOVERY', message }]);
  }
}

/** A HEAD that cannot be read now becomes an error when it is next asked for. */
async function lookAtHead(writer: Writer): Promise<void> {
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
    throw unavailable('The content folder and its git folder are on two file systems: put them on one', 60);
  }
}

/** In this order: as long as HEAD.lock stands nobody can switch to a branch whose lock would be forgotten. */
function lockPaths({ gitDir, commonDir }: RepositoryLocation): string[] {
  const ref = readHeadRef(gitDir);
  const branch = ref === null ? [] : [join(commonDir, `${ref}.lock`)];
  return [
    ...new Set([...listBranchLocks(commonDir), ...branch]),
    join(commonDir, 'packed-refs.lock'),
    ...['index', 'HEAD'].map((name) => join(gitDir, `${name}.lock`)),
    ...keepFiles(commonDir),
  ];
}
