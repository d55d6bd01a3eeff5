import { untilListening } from './listening.ts';

/** What stands over the screen. It has been loaded with the first one, so that also a lost network is told of. */
export const loadDialogs = () => import('./Dialogs.tsx');

/** What opens windows over the screen. */
export async function openDialogs() {
  const [{ modals }] = await Promise.all([loadDialogs(), untilListening]);
  return modals;
}
