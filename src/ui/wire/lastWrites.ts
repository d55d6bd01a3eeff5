/** Writes of forms that have been left. */
const lastWrites = new Set<Promise<unknown>>();

/** Notes a write that goes on after its form has been left. */
export function noteLastWrite(write: Promise<unknown>): void {
  const ended = write.catch(() => undefined).finally(() => lastWrites.delete(ended));
  lastWrites.add(ended);
}

/** Resolves when no form that has been left is still being saved. */
export const lastWritesEnd = async (): Promise<void> => void (await Promise.all(lastWrites));
