import { FEATURE_WORDS } from '../../../features/lists/ui/fr.ts';
import { joinWords } from '../joinWords.ts';
import type { Messages } from '../messages.ts';
import { changes } from './change/changes.ts';
import { clash } from './change/clash.ts';
import { history } from './change/history.ts';
import { common } from './shell/common.ts';
import { find } from './shell/find.ts';
import { home } from './shell/home.ts';
import { kinds } from './shell/kinds.ts';
import { list } from './shell/list.ts';
import { places } from './shell/places.ts';
import { problem } from './shell/problem.ts';
import { record } from './shell/record.ts';
import { rights } from './shell/rights.ts';
import { server } from './shell/server.ts';
import { session } from './shell/session.ts';
import { shell } from './shell/shell.ts';
import { blocks } from './write/blocks.ts';
import { draft } from './write/draft.ts';
import { fields } from './write/fields.ts';
import { livePreview } from './write/livePreview.ts';
import { page } from './write/page.ts';
import { pages } from './write/pages.ts';
import { preview } from './write/preview.ts';
import { textField } from './write/textField.ts';

/** The interface in French. */
const kernel = {
  blocks,
  changes,
  clash,
  common,
  draft,
  extensions: { title: 'Extensions' },
  fields,
  find,
  history,
  home,
  keys: { title: 'Clés' },
  kinds,
  list,
  livePreview,
  page,
  pages,
  people: { title: 'Personnes' },
  places,
  preview,
  problem,
  record,
  richText: textField,
  rights,
  server,
  session,
  settings: { title: 'Réglages' },
  shell,
};

export const fr: Messages = joinWords([kernel, ...FEATURE_WORDS]);

export { late } from './late.ts';
