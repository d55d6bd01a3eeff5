import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';

let count = 0;

/**
 * Counts calls of fsync and files opened for synchronous writes, from the import of this module on: import it before
 * anything that is measured.
 */
export const fsyncCount = (): number => count;

const { fsync, fsyncSync, open, openSync } = fs;
const isSynced = (flags: unknown): boolean => typeof flags === 'number' && (flags & fs.constants.O_DSYNC) !== 0;
fs.fsync = ((...args: Parameters<typeof fsync>) => {
  count += 1;
  fsync(...args);
}) as typeof fsync;
fs.fsyncSync = (fd) => {
  count += 1;
  fsyncSync(fd);
};
fs.open = ((...args: Parameters<typeof open>) => {
  if (isSynced(args[1])) count += 1;
  open(...args);
}) as typeof open;
fs.openSync = (...args) => {
  if (isSynced(args[1])) count += 1;
  return openSync(...args);
};
syncBuiltinESMExports();
