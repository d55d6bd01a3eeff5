/** Waits for all promises, then throws the first failure, so that nothing goes on behind the caller's back. */
export async function allSettled(promises: readonly Promise<unknown>[]): Promise<void> {
  const failed = (await Promise.allSettled(promises)).find((result) => result.status === 'rejected');
  if (failed) throw failed.reason;
}
