// Written by `npm run features` from `list.ts`. Not to be edited.
import { words as calendar } from '../../calendar/ui/en.ts';
import { words as redirects } from '../../redirects/ui/en.ts';
import { words as trackingScripts } from '../../trackingScripts/ui/en.ts';
import { words as webhooks } from '../../webhooks/ui/en.ts';
import { words as review } from '../../review/ui/en.ts';
import { words as host } from '../../host/ui/en.ts';
import { words as hostRequests } from '../../hostRequests/ui/en.ts';
import { words as translationFiles } from '../../translationFiles/ui/en.ts';
import { words as activity } from '../../activity/ui/en.ts';
import { words as undo } from '../../undo/ui/en.ts';
import { words as compare } from '../../compare/ui/en.ts';

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
