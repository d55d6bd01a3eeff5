import { type FileHandle, open } from 'node:fs/promises';
import { dirname } from 'node:path';
import { syncFolder } from '../lib/disk/syncFolder.ts';

/**
 * Appends whole lines (`text` ends in a line feed) and is durable when it resolves. A line that a crash cut short
 * earlier is closed first, so that it spoils no other. A new file gets `mode` (octal permissions).
 */
export async function appendLines(path: string, text: string, mode: number): Promise<void> {
  const file = await open(path, 'a+', mode);
  try {
    const { size } = await file.stat();
    await file.appendFile((await endsInLine(file, size)) ? text : `\n${text}`);
    await file.sync();
    if (size === 0) await syncFolder(dirname(path));
  } finally {
    await file.close();
  }
}

async function endsInLine(file: FileHandle, size: number): Promise<boolean> {
  if (size === 0) return true;
  const { buffer } = await file.read(Buffer.alloc(1), 0, 1, size - 1);
  return buffer[0] === 0x0a;
}
