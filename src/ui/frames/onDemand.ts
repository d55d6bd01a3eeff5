import type { QueryClient } from '@tanstack/react-query';
import { loadOnDemand } from '../parts/onDemand/loadOnDemand.tsx';
import { framesQuery } from './queries.ts';

/** What shows extensions is one chunk: a site with one of its parts mostly has several. */
async function loadParts() {
  const { addFrameWords, ...parts } = await import('./parts.ts');
  addFrameWords();
  return parts;
}

/** The input of a kind of field that Quire does not have itself. */
export const ExtensionInput = loadOnDemand(async () => (await loadParts()).ForeignInput);
export const ExtensionPanelList = loadOnDemand(async () => (await loadParts()).PanelFrames);
export const ExtensionLines = loadOnDemand(async () => (await loadParts()).ScreenLines);
export const ExtensionFrame = loadOnDemand(async () => (await loadParts()).ScreenFrame);

/** Loads what extensions show, and the code for it if there is anything: forms and navigation do not move then. */
export async function loadFrames(client: QueryClient): Promise<void> {
  const { panels, screens, kinds } = await client.ensureQueryData(framesQuery);
  if (panels.length + screens.length + kinds.length === 0) return;
  await Promise.all([ExtensionInput.load(), ExtensionPanelList.load(), ExtensionLines.load(), ExtensionFrame.load()]);
}
