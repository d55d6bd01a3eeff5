const listening = Promise.withResolvers<void>();

/** Resolves when somebody listens for questions: they come a moment after the first screen. */
export const untilListening: Promise<void> = listening.promise;

export const listenForQuestions = (): void => listening.resolve();
