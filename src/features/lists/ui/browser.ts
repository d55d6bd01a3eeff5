// Written by `npm run features` from `list.ts`. Not to be edited.
import type { UiFeature } from '../../../ui/feature.ts';
import { redirectsUi } from '../../redirects/ui/feature.ts';
import { trackingScriptsUi } from '../../trackingScripts/ui/feature.ts';
import { webhooksUi } from '../../webhooks/ui/feature.ts';

/** What features bring to the browser. */
export const UI_FEATURES: readonly UiFeature[] = [
  redirectsUi,
  trackingScriptsUi,
  webhooksUi,
];

/** The routes of their screens. */
export const FEATURE_ROUTES = [
  ...redirectsUi.routes,
  ...trackingScriptsUi.routes,
  ...webhooksUi.routes,
] as const;
