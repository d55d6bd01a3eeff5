// Written by `npm run features` from `list.ts`. Not to be edited.
import { words as calendar } from '../../calendar/ui/fr.ts';
import { words as redirects } from '../../redirects/ui/fr.ts';
import { words as trackingScripts } from '../../trackingScripts/ui/fr.ts';
import { words as webhooks } from '../../webhooks/ui/fr.ts';
import { words as review } from '../../review/ui/fr.ts';
import { words as host } from '../../host/ui/fr.ts';
import { words as hostRequests } from '../../hostRequests/ui/fr.ts';
import { words as translationFiles } from '../../translationFiles/ui/fr.ts';
import { words as activity } from '../../activity/ui/fr.ts';
import { words as undo } from '../../undo/ui/fr.ts';
import { words as compare } from '../../compare/ui/fr.ts';

/** The words of features, each with those of its own and of its kinds of records. */
export const FEATURE_WORDS = [
  calendar,
  redirects,
  trackingScripts,
  webhooks,
  review,
  host,
  hostRequests,
  translationFiles,
  activity,
  undo,
  compare,
] as const;
