import { UI_FEATURES } from '../../../features/lists/ui/browser.ts';
import type { HomePanel } from '../../feature.ts';

export const HOME_PANELS = UI_FEATURES.flatMap(({ home = [] }) => home);

/** What features show in one place of the home screen. */
export const FeaturePanels = ({ at }: Pick<HomePanel, 'at'>) =>
  HOME_PANELS.flatMap((panel) => (panel.at === at ? <panel.Section key={panel.name} /> : []));
