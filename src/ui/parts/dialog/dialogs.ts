/** Resolved when somebody listens for questions: they come a moment after the first screen. */
const listening = Promise.withResolvers<void>();

export const listenForQuestions = (): void => listening.resolve();

/** What stands over the screen. It has been loaded with the first one, so that also a lost network is told of. */
export const loadDialogs = () => import('./Dialogs.tsx');

/** What opens windows over the screen. */
export async function openDialogs() {
  const [{ modals }] = await Promise.all([loadDialogs(), listening.promise]);
  return modals;
}
