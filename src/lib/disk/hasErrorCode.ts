/** Whether `error` comes from the operating system with one of these codes (`ENOENT`, `EEXIST`, …). */
export const hasErrorCode = (error: unknown, ...codes: readonly string[]): boolean =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' && codes.includes(error.code);
