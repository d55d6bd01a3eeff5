import { LATE_FEATURE_WORDS } from '../../../features/lists/ui/late.es.ts';
import type { LateLoaders } from '../messages.ts';

/** Sections that come with the screen that shows them: most people never see it. */
export const late: LateLoaders = {
  refusals: () => import('./refusals.ts'),
  profile: () => import('./shell/profile.ts'),
  account: () => import('./shell/account.ts'),
  changeList: () => import('./change/changeList.ts'),
  crops: () => import('./write/crops.ts'),
  dataTable: () => import('./write/dataTable.ts'),
  effects: () => import('./site/effects.ts'),
  extensions: () => import('./site/extensions.ts'),
  desk: () => import('./shell/desk.ts'),
  limits: () => import('./site/limits.ts'),
  media: () => import('./write/media.ts'),
  roles: () => import('./site/roles.ts'),
  signIn: () => import('./shell/signIn.ts'),
  taxonomies: () => import('./site/taxonomies.ts'),
  menus: () => import('./site/menus.ts'),
  tree: () => import('./shell/tree.ts'),
  keys: () => import('./site/keys.ts'),
  people: () => import('./site/people.ts'),
  settings: () => import('./site/settings.ts'),
  translations: () => import('./write/translations.ts'),
  richText: () => import('./write/richText.ts'),
  types: () => import('./site/types.ts'),
  ...LATE_FEATURE_WORDS,
};
