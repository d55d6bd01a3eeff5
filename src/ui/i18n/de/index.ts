import type { Messages } from '../messages.ts';
import { activity } from './activity.ts';
import { blocks } from './blocks.ts';
import { changes } from './changes.ts';
import { common } from './common.ts';
import { fields } from './fields.ts';
import { find } from './find.ts';
import { history } from './history.ts';
import { home } from './home.ts';
import { keys } from './keys.ts';
import { list } from './list.ts';
import { livePreview } from './livePreview.ts';
import { media } from './media.ts';
import { menus } from './menus.ts';
import { page } from './page.ts';
import { pages } from './pages.ts';
import { people } from './people.ts';
import { places } from './places.ts';
import { preview } from './preview.ts';
import { problem } from './problem.ts';
import { record } from './record.ts';
import { redirects } from './redirects.ts';
import { richText } from './richText.ts';
import { scripts } from './scripts.ts';
import { server } from './server.ts';
import { session } from './session.ts';
import { settings } from './settings.ts';
import { shell } from './shell.ts';
import { sync } from './sync.ts';
import { taxonomies } from './taxonomies.ts';
import { tree } from './tree.ts';
import { types } from './types.ts';
import { webhooks } from './webhooks.ts';

/** The interface in German. */
export const de: Messages = {
  activity,
  blocks,
  changes,
  common,
  fields,
  find,
  history,
  home,
  keys,
  list,
  livePreview,
  media,
  menus,
  page,
  pages,
  people,
  places,
  preview,
  problem,
  record,
  redirects,
  richText,
  scripts,
  server,
  session,
  settings,
  shell,
  sync,
  taxonomies,
  tree,
  types,
  webhooks,
};
