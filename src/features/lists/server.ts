// Written by `npm run features` from `list.ts`. Not to be edited.
import type { Feature } from '../../extend/feature.ts';
import { schedule } from '../schedule/feature.ts';
import { calendar } from '../calendar/feature.ts';
import { redirects } from '../redirects/feature.ts';
import { trackingScripts } from '../trackingScripts/feature.ts';
import { webhooks } from '../webhooks/feature.ts';
import { comments } from '../comments/feature.ts';
import { reviewLinks } from '../reviewLinks/feature.ts';
import { presence } from '../presence/feature.ts';
import { inbox } from '../inbox/feature.ts';
import { watchlist } from '../watchlist/feature.ts';
import { review } from '../review/feature.ts';
import { line } from '../line/feature.ts';
import { hostRequests } from '../hostRequests/feature.ts';
import { translationFiles } from '../translationFiles/feature.ts';
import { blame } from '../blame/feature.ts';
import { undo } from '../undo/feature.ts';
import { compare } from '../compare/feature.ts';
import { problemOrigins } from '../problemOrigins/feature.ts';
import { sitemap } from '../sitemap/feature.ts';
import { ogPictures } from '../ogPictures/feature.ts';

/** What features bring to the server. */
export const FEATURES: readonly Feature[] = [
  schedule,
  calendar,
  redirects,
  trackingScripts,
  webhooks,
  comments,
  reviewLinks,
  presence,
  inbox,
  watchlist,
  review,
  line,
  hostRequests,
  translationFiles,
  blame,
  undo,
  compare,
  problemOrigins,
  sitemap,
  ogPictures,
];
