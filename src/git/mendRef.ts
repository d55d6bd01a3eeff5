import { join } from 'node:path';
import { readIfThere } from '../lib/readIfThere.ts';
import { locked, refPath } from './locked.ts';
import { isObjectId } from './object.ts';
import { readHeadRef } from './refs.ts';
import { createSideFolder } from './sideFolder.ts';
import type { Writer } from './writer.ts';

/** As git logs a move of a ref; a line that was cut short is none. */
const REFLOG_LINE = /^[0-9a-f]{40} ([0-9a-f]{40}) [^\t\n]+ \d+ [-+]\d{4}(\t.*)?$/;

/**
 * Writes the present branch's file again when it is empty or all zeros, as a power failure leaves files that were
 * never fsynced: with the last commit of the branch's log, if that is whole. Does nothing where that is not certain.
 */
export async function mendRef(writer: Writer): Promise<void> {
  const ref = readHeadRef(writer.location.gitDir);
  if (ref === null) return;
  const path = refPath(writer, { ref });
  if (!isBlank(path)) return;
  const commit = await lastLogged(writer, ref);
  if (commit === null) return;
  await locked(writer, { ref }, async () => {
    if (isBlank(path)) await rewrite(writer, ref, commit);
  });
}

const isBlank = (path: string): boolean => /^\0*$/.test(readIfThere(path)?.toString('latin1') ?? 'none');

async function lastLogged({ location, objects }: Writer, ref: string): Promise<string | null> {
  const lines = (readIfThere(join(location.commonDir, 'logs', ref))?.toString('latin1') ?? '').split('\n');
  const commit = lines.pop() === '' ? REFLOG_LINE.exec(lines.at(-1) ?? '')?.[1] : undefined;
  if (commit === undefined || !isObjectId(commit)) return null;
  try {
    await objects.readTree((await objects.readCommit(commit)).tree);
    return commit;
  } catch {
    // What the power failure did to the ref it has done to the commit, too.
    return null;
  }
}

async function rewrite(writer: Writer, ref: string, commit: string): Promise<void> {
  const { fs, sidePath } = writer;
  const side = createSideFolder({ path: sidePath, fs });
  const fresh = side.newPath('ref');
  try {
    await fs.writeSynced(fresh, Buffer.from(`${commit}\n`));
    fs.rename(fresh, refPath(writer, { ref }));
  } finally {
    await side.clear();
  }
  writer.reports.add({
    code: 'REF_MENDED',
    commit,
    message: `The git reference ${ref} was empty, as after a power failure: it has been set to ${commit}, the last commit of its log`,
  });
}
