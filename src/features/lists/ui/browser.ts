// Written by `npm run features` from `list.ts`. Not to be edited.
import type { UiFeature } from '../../../ui/feature.ts';
import { scheduleUi } from '../../schedule/ui/feature.ts';
import { calendarUi } from '../../calendar/ui/feature.ts';
import { redirectsUi } from '../../redirects/ui/feature.ts';
import { trackingScriptsUi } from '../../trackingScripts/ui/feature.ts';
import { webhooksUi } from '../../webhooks/ui/feature.ts';
import { commentsUi } from '../../comments/ui/feature.ts';
import { reviewLinksUi } from '../../reviewLinks/ui/feature.ts';
import { presenceUi } from '../../presence/ui/feature.ts';
import { inboxUi } from '../../inbox/ui/feature.ts';
import { watchlistUi } from '../../watchlist/ui/feature.ts';
import { reviewUi } from '../../review/ui/feature.ts';
import { lineUi } from '../../line/ui/feature.ts';
import { hostUi } from '../../host/ui/feature.ts';
import { hostRequestsUi } from '../../hostRequests/ui/feature.ts';
import { translationFilesUi } from '../../translationFiles/ui/feature.ts';
import { activityUi } from '../../activity/ui/feature.ts';
import { blameUi } from '../../blame/ui/feature.ts';
import { undoUi } from '../../undo/ui/feature.ts';
import { compareUi } from '../../compare/ui/feature.ts';
import { problemOriginsUi } from '../../problemOrigins/ui/feature.ts';

/** What features bring to the browser. */
export const UI_FEATURES: readonly UiFeature[] = [
  scheduleUi,
  calendarUi,
  redirectsUi,
  trackingScriptsUi,
  webhooksUi,
  commentsUi,
  reviewLinksUi,
  presenceUi,
  inboxUi,
  watchlistUi,
  reviewUi,
  lineUi,
  hostUi,
  hostRequestsUi,
  translationFilesUi,
  activityUi,
  blameUi,
  undoUi,
  compareUi,
  problemOriginsUi,
];

/** The routes of their screens. */
export const FEATURE_ROUTES = [
  ...scheduleUi.routes,
  ...calendarUi.routes,
  ...redirectsUi.routes,
  ...trackingScriptsUi.routes,
  ...webhooksUi.routes,
  ...commentsUi.routes,
  ...reviewLinksUi.routes,
  ...presenceUi.routes,
  ...inboxUi.routes,
  ...watchlistUi.routes,
  ...reviewUi.routes,
  ...lineUi.routes,
  ...hostUi.routes,
  ...hostRequestsUi.routes,
  ...translationFilesUi.routes,
  ...activityUi.routes,
  ...blameUi.routes,
  ...undoUi.routes,
  ...compareUi.routes,
  ...problemOriginsUi.routes,
] as const;
