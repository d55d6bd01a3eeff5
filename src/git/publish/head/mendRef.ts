import { type FileHandle, open } from 'node:fs/promises';
import { join } from 'node:path';
import { hasErrorCode } from '../../../lib/disk/hasErrorCode.ts';
import { readByteRange } from '../../../lib/disk/readByteRange.ts';
import { readIfThere } from '../../disk/readIfThere.ts';
import { isObjectId } from '../../format/object.ts';
import { readHeadRef } from '../../read/ref/refs.ts';
import { locked, refPath } from '../locked.ts';
import type { GitWriter } from '../writer.ts';
import { setRef } from './refFile.ts';

/** A line of a ref's log in git's format, complete to its end. */
const REFLOG_LINE = /^[0-9a-f]{40} ([0-9a-f]{40}) [^\t\n]+ \d+ [-+]\d{4}(\t.*)?$/;
/** A log grows with its branch; its last line is far shorter than this. */
const TAIL_BYTES = 64 * 1024;

/**
 * Restores the file of the checked-out branch if it is empty or all zeros, as a power failure leaves files that were never
 * fsynced: with the last commit of the branch's log, if that is complete. Does nothing if that is not certain.
 */
export async function mendRef(writer: GitWriter): Promise<void> {
  const ref = readHeadRef(writer.location.gitDir);
  if (ref === null) return;
  const path = refPath(writer, { ref });
  if (!isBlankRefFile(path)) return;
  const commit = await lastLogged(writer, ref);
  if (commit === null) return;
  await locked(writer, { ref }, async () => {
    if (isBlankRefFile(path)) await restoreRef(writer, ref, commit);
  });
}

const isBlankRefFile = (path: string): boolean => /^\0*$/.test(readIfThere(path)?.toString('latin1') ?? 'none');

async function lastLogged({ location, objects }: GitWriter, ref: string): Promise<string | null> {
  const commit = REFLOG_LINE.exec(await lastLine(join(location.commonDir, 'logs', ref)))?.[1];
  if (commit === undefined || !isObjectId(commit)) return null;
  try {
    await objects.readTree((await objects.readCommit(commit)).tree);
    return commit;
  } catch {
    // The power failure has damaged the commit as well as the ref.
    return null;
  }
}

/** The last line without its newline; empty if it has none, is longer than the tail, or there is no such file. */
async function lastLine(path: string): Promise<string> {
  const { bytes, isAll } = await readTail(path);
  const lines = bytes.toString('latin1').split('\n');
  const isWhole = lines.pop() === '' && (isAll || lines.length > 1);
  return (isWhole && lines.at(-1)) || '';
}

async function readTail(path: string): Promise<{ bytes: Buffer; isAll: boolean }> {
  let file: FileHandle | undefined;
  try {
    file = await open(path);
    const { size } = await file.stat();
    const start = Math.max(0, size - TAIL_BYTES);
    return { bytes: await readByteRange(file, start, size), isAll: start === 0 };
  } catch (error) {
    if (hasErrorCode(error, 'ENOENT', 'ENOTDIR', 'EISDIR')) return { bytes: Buffer.alloc(0), isAll: true };
    throw error;
  } finally {
    await file?.close();
  }
}

async function restoreRef(writer: GitWriter, ref: string, commit: string): Promise<void> {
  await setRef(writer, ref, commit);
  writer.reports.add({
    code: 'REF_MENDED',
    commit,
    message: `The git reference ${ref} was empty, as after a power failure: it has been set to ${commit}, the last commit of its log`,
  });
}
