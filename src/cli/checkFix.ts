import { join } from 'node:path';
import type { NativeGit } from '../git/native.ts';
import { writeFileDurably } from '../lib/writeFileDurably.ts';
import { entityOf } from '../model/entities/index.ts';
import type { Entry } from '../model/entry.ts';
import { openFile } from '../store/codec/editFile.ts';
import { formatOf } from '../store/codec/formats.ts';
import type { JsonObject } from '../store/codec/json.ts';
import { reorderKeys } from '../store/codec/reorderKeys.ts';
import { toFileValue } from '../store/fileValue.ts';
import { withServedIds } from '../store/servedIds.ts';

interface Folder {
  readonly root: string;
  readonly git: NativeGit | null;
}

/** Writes the ids that a record is served under, when it was made, and its keys in order into its file; tells whether it did. */
export async function fixFile(entry: Entry, bytes: Uint8Array, folder: Folder): Promise<boolean> {
  const { kind, id, path } = entry;
  const { order } = entityOf(kind);
  const format = formatOf(path)!;
  const file = openFile(format, bytes);
  const createdAt = (file.value['createdAt'] as string | undefined) ?? (await madeAt(entry, folder));
  const said = withServedIds(file.value, entry.data);
  const raw = order.includes('createdAt') ? { createdAt, ...said } : said;
  // A Markdown file's text stays below: only what its front matter says is looked at.
  const fields = format === 'md' ? { fields: file.value['fields'] ?? {} } : {};
  const data = { ...(entry.data as object), ...fields };
  const value = toFileValue({ kind, id, createdAt, data }, raw) as JsonObject;
  const fixed = reorderKeys(format, file.edit(value, { order }), order);
  if (Buffer.compare(fixed, bytes) === 0) return false;
  await writeFileDurably(join(folder.root, path), Buffer.from(fixed).toString('utf8'), 0o644);
  return true;
}

/** The time of the first commit of a file; before that, what the file system says. */
async function madeAt({ path, createdAt }: Entry, { root, git }: Folder): Promise<string> {
  try {
    const output = await git?.run(['log', '--format=%cI', '--', path], root);
    const first = output?.toString('utf8').trim().split('\n').at(-1);
    return first ? new Date(first).toISOString() : createdAt;
  } catch {
    // There is no commit yet.
    return createdAt;
  }
}
