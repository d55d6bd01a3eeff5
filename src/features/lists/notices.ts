// Written by `npm run features` from `list.ts`. Not to be edited.
import { commentNotices, commentEvents } from '../comments/notices.ts';
import { reviewLinksNotices } from '../reviewLinks/notices.ts';
import { ownNotices } from '../inbox/notices.ts';
import { watchNotices } from '../watchlist/notices.ts';
import { reviewNotices, reviewEvents } from '../review/notices.ts';
import { lineNotices } from '../line/notices.ts';
import { hostRequestNotices } from '../hostRequests/notices.ts';

/** Why features tell people something. */
export const FEATURE_NOTICES = {
  ...commentNotices,
  ...reviewLinksNotices,
  ...ownNotices,
  ...watchNotices,
  ...reviewNotices,
  ...lineNotices,
  ...hostRequestNotices,
};

/** The events of features that no commit records. */
export const FEATURE_EVENTS = {
  ...commentEvents,
  ...reviewEvents,
};
