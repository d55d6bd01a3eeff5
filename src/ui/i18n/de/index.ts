import type { Messages } from '../messages.ts';
import { common } from './common.ts';
import { list } from './list.ts';
import { media } from './media.ts';
import { pages } from './pages.ts';
import { problem } from './problem.ts';
import { record } from './record.ts';
import { richText } from './richText.ts';
import { session } from './session.ts';
import { shell } from './shell.ts';

/** The interface in German. */
export const de: Messages = { common, list, media, pages, problem, record, richText, session, shell };
