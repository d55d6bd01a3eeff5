import { untilListening } from './listening.ts';

/** Loads the dialogs. It is called after the first screen, so that a lost network can be reported later. */
export const loadDialogs = () => import('./Dialogs.tsx');

/** Waits until the dialogs are loaded and mounted. @returns the manager that opens them */
export async function openDialogs() {
  const [{ modals }] = await Promise.all([loadDialogs(), untilListening]);
  return modals;
}
