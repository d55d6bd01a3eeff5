const listening = Promise.withResolvers<void>();

/** Resolves when the dialogs are mounted, a moment after the first screen. */
export const untilListening: Promise<void> = listening.promise;

export const listenForQuestions = (): void => listening.resolve();
