import type { Problem } from '../../model/entry.ts';

/** A problem for what the operating system does not let us read. */
export const unreadable = (path: string, error: unknown): Problem => ({
  path,
  code: 'UNREADABLE',
  message: `cannot be read: ${(error as NodeJS.ErrnoException).code ?? 'unknown reason'}`,
});
