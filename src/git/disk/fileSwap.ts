import { type BigIntStats, lstatSync } from 'node:fs';
import { hasErrorCode } from '../../lib/disk/hasErrorCode.ts';

/** One working file on its way from one version to another. */
export interface FileSwap {
  /** Relative to the root, with `/`. */
  readonly path: string;
  /** Blob ids; null: no file. */
  readonly before: string | null;
  readonly after: string | null;
  /** Where the new bytes wait; null removes the file. */
  readonly side: string | null;
  /** Set only where it changes. */
  readonly isExecutable?: boolean;
}

/** The lstat of each path, null where there was nothing. */
export type Stats = ReadonlyMap<string, BigIntStats | null>;

export const lstatOrNull = (path: string): BigIntStats | null => {
  try {
    return lstatSync(path, { bigint: true });
  } catch (error) {
    if (hasErrorCode(error, 'ENOENT', 'ENOTDIR')) return null;
    throw error;
  }
};
