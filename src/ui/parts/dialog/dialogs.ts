import { untilListening } from './listening.ts';

/** What stands over the screen. It is loaded with the first screen, so that a lost network can be reported too. */
export const loadDialogs = () => import('./Dialogs.tsx');

/** What opens windows over the screen. */
export async function openDialogs() {
  const [{ modals }] = await Promise.all([loadDialogs(), untilListening]);
  return modals;
}
