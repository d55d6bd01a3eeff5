/** Whether `error` is one of the operating system's with one of these codes (`ENOENT`, `EEXIST`, …). */
export const hasErrorCode = (error: unknown, ...codes: readonly string[]): boolean =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' && codes.includes(error.code);
