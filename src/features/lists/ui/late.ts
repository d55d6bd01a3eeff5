// Written by `npm run features` from `list.ts`. Not to be edited.
import type { words as schedule } from '../../schedule/ui/screen.en.ts';
import type { words as calendar } from '../../calendar/ui/screen.en.ts';
import type { words as redirects } from '../../redirects/ui/screen.en.ts';
import type { words as trackingScripts } from '../../trackingScripts/ui/screen.en.ts';
import type { words as webhooks } from '../../webhooks/ui/screen.en.ts';
import type { words as comments } from '../../comments/ui/screen.en.ts';
import type { words as reviewLinks } from '../../reviewLinks/ui/screen.en.ts';
import type { words as presence } from '../../presence/ui/screen.en.ts';
import type { words as inbox } from '../../inbox/ui/screen.en.ts';
import type { words as watchlist } from '../../watchlist/ui/screen.en.ts';
import type { words as review } from '../../review/ui/screen.en.ts';
import type { words as line } from '../../line/ui/screen.en.ts';
import type { words as host } from '../../host/ui/screen.en.ts';
import type { words as hostRequests } from '../../hostRequests/ui/screen.en.ts';
import type { words as translationFiles } from '../../translationFiles/ui/screen.en.ts';
import type { words as activity } from '../../activity/ui/screen.en.ts';
import type { words as blame } from '../../blame/ui/screen.en.ts';
import type { words as undo } from '../../undo/ui/screen.en.ts';
import type { words as compare } from '../../compare/ui/screen.en.ts';
import type { words as problemOrigins } from '../../problemOrigins/ui/screen.en.ts';

/** The same words, by their sections. */
export type LateFeatureSections = object & typeof schedule & typeof calendar & typeof redirects & typeof trackingScripts & typeof webhooks & typeof comments & typeof reviewLinks & typeof presence & typeof inbox & typeof watchlist & typeof review & typeof line & typeof host & typeof hostRequests & typeof translationFiles & typeof activity & typeof blame & typeof undo & typeof compare & typeof problemOrigins;
