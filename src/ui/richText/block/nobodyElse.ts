import { PluginKey } from '@tiptap/pm/state';

/**
 * Replaces TipTap's packages for real-time collaboration (see `vite.config.ts`), which the drag handle asks where a block
 * has moved to. Nobody else writes here, and the browser is spared 60 kB.
 */
export const isChangeOrigin = (): boolean => false;

export const ySyncPluginKey = new PluginKey('y-sync');

export const absolutePositionToRelativePosition = (position: number): number => position;
export const relativePositionToAbsolutePosition = (_y: unknown, _type: unknown, position: number): number => position;
