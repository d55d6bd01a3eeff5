import { useQuery } from '@tanstack/react-query';
import type { ExtensionPanel } from '../wire/interface.ts';
import { ExtensionPanelList } from './onDemand.ts';
import type { PanelHolder } from './PanelFrames.tsx';
import { framesQuery } from './queries.ts';

interface ExtensionPanelsProps {
  readonly at: ExtensionPanel['at'];
  /** What the panels stand beside, if it is a record. */
  readonly holder?: PanelHolder;
  /** The slug of its type. */
  readonly type?: string;
}

/** The panels of extensions in one place. */
export function ExtensionPanels({ at, holder, type }: ExtensionPanelsProps) {
  const { data } = useQuery(framesQuery);
  const panels = data?.panels.filter(({ types, ...panel }) => panel.at === at && (types?.includes(type ?? '') ?? true));
  return panels?.length ? <ExtensionPanelList panels={panels} holder={holder} /> : null;
}
