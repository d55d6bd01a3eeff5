import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';

let count = 0;

/** Counts the calls of fsync in this process from the moment this module is imported: before anything that is measured. */
export const fsyncCount = (): number => count;

const { fsync, fsyncSync } = fs;
fs.fsync = ((...args: Parameters<typeof fsync>) => {
  count += 1;
  fsync(...args);
}) as typeof fsync;
fs.fsyncSync = (fd) => {
  count += 1;
  fsyncSync(fd);
};
syncBuiltinESMExports();
