import type { QueryClient } from '@tanstack/react-query';
import { UI_FEATURES } from '../../../features/lists/ui/browser.ts';
import type { ChangePanel, ChangePanelProps } from '../../feature.ts';

const PANELS = UI_FEATURES.flatMap(({ changePanels = [] }) => changePanels);

/** Loads what the sections of features show, so that nothing moves once the change is shown. */
export const loadChangePanels = (client: QueryClient, name: string): Promise<unknown> =>
  Promise.all(PANELS.flatMap(({ Section, fetchAhead }) => [Section.preload?.(), fetchAhead?.(client, name)])).catch(
    // The part that shows it reports a failure.
    () => undefined,
  );

interface ChangePanelsProps extends Pick<ChangePanel, 'at'>, ChangePanelProps {}

/** What features show in one place of a change's screen. */
export const ChangePanels = ({ at, ...shown }: ChangePanelsProps) =>
  PANELS.flatMap((panel) => (panel.at === at ? <panel.Section key={panel.name} {...shown} /> : []));
