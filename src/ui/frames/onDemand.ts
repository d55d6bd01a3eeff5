import type { QueryClient } from '@tanstack/react-query';
import { loadOnDemand } from '../parts/onDemand/loadOnDemand.tsx';
import { framesQuery } from './queries.ts';

/** What shows extensions, as one chunk: a site with one part of it mostly has several. */
const load = async () => (await import('./parts.ts')).prepareParts();

/** The input of a kind of field that Quire does not have itself. */
export const ExtensionInput = loadOnDemand(async () => (await load()).ForeignInput);
export const PanelList = loadOnDemand(async () => (await load()).PanelFrames);
export const ExtensionLines = loadOnDemand(async () => (await load()).ScreenLines);

/** Loads what extensions show, and the code for it if there is anything: forms and navigation do not move then. */
export async function loadFrames(client: QueryClient): Promise<void> {
  const lists = Object.values(await client.ensureQueryData(framesQuery));
  if (lists.flat().length > 0)
    await Promise.all([ExtensionInput, PanelList, ExtensionLines].map((part) => part.load()));
}
