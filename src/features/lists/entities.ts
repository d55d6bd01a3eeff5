// Written by `npm run features` from `list.ts`. Not to be edited.
import { redirect } from '../redirects/entity.ts';
import { trackingScript } from '../trackingScripts/entity.ts';
import { webhook } from '../webhooks/entity.ts';

/** The kinds of records that features declare. */
export const FEATURE_ENTITIES = {
  redirect,
  trackingScript,
  webhook,
};
