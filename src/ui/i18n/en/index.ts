import { blocks } from './blocks.ts';
import { common } from './common.ts';
import { fields } from './fields.ts';
import { list } from './list.ts';
import { media } from './media.ts';
import { page } from './page.ts';
import { pages } from './pages.ts';
import { problem } from './problem.ts';
import { record } from './record.ts';
import { richText } from './richText.ts';
import { session } from './session.ts';
import { shell } from './shell.ts';

/** The interface in English: a file an area. What is missing in another language is a type error there. */
export const en = { blocks, common, fields, list, media, page, pages, problem, record, richText, session, shell };
