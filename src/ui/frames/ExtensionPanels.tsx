import { useQuery } from '@tanstack/react-query';
import { PanelList } from './onDemand.ts';
import type { PanelFramesProps } from './PanelFrames.tsx';
import { framesQuery } from './queries.ts';

/** The panels of extensions in one place. Their code is loaded only where there are extensions with panels. */
export function ExtensionPanels(props: PanelFramesProps) {
  const { data } = useQuery(framesQuery);
  return data?.panels.length ? <PanelList {...props} /> : null;
}
