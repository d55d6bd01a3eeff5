import {
  IconFiles,
  IconForms,
  IconHome,
  IconKey,
  IconMenu2,
  IconPencilBolt,
  IconPhoto,
  IconPuzzle,
  IconRecycle,
  IconSettings,
  IconTags,
  IconUserShield,
  IconUsers,
} from '@tabler/icons-react';
import type { LinkProps } from '@tanstack/react-router';
import type { ParseKeys } from 'i18next';
import { UI_FEATURES } from '../../features/lists/ui/browser.ts';
import type { NavigationLine } from '../feature.ts';
import { mayDo, type RightsHolder, type UserRight } from '../session/rights.ts';
import { roleIncludes } from '../session/session.ts';

/** One line of the navigation. */
export interface NavigationItem extends Omit<NavigationLine, 'to' | 'group'> {
  readonly to: LinkProps['to'];
  /** Whether it is followed by a line for each content type. */
  readonly hasTypes?: boolean;
}

export interface NavigationGroup {
  /** The heading, which folds the group. */
  readonly label?: ParseKeys;
  /** Whether it is folded until the user opens it. */
  readonly isFolded?: boolean;
  /** Whether it begins with a line for each page of a single type. */
  readonly hasSingles?: boolean;
  readonly places: readonly NavigationItem[];
}

/** The lines that features add to a group; each leads to a screen of its feature. */
const linesOf = (group: NavigationLine['group']): readonly NavigationItem[] =>
  UI_FEATURES.flatMap(({ navigation = [] }) => navigation)
    .filter((line) => line.group === group)
    .map(({ to, ...line }) => ({ ...line, to: to as LinkProps['to'] }));

/** The navigation, in order. */
export const NAVIGATION: readonly NavigationGroup[] = [
  {
    places: [
      { to: '/', label: 'home.title', icon: IconHome },
      { to: '/pages', label: 'shell.pages', icon: IconFiles, hasTypes: true, kind: 'page' },
      { to: '/blocks', label: 'blocks.title', icon: IconRecycle, kind: 'block' },
      { to: '/changes', label: 'changes.title', icon: IconPencilBolt },
      { to: '/media', label: 'kinds.media.many', icon: IconPhoto, kind: 'media' },
      { to: '/menus', label: 'places.menus', icon: IconMenu2, kind: 'menu' },
      { to: '/taxonomies', label: 'places.topics', icon: IconTags, kind: 'taxonomy' },
      ...linesOf('content'),
    ],
  },
  {
    label: 'places.site',
    hasSingles: true,
    places: [
      ...linesOf('site'),
      { to: '/settings', label: 'settings.title', icon: IconSettings, role: 'admin', kind: 'settings' },
    ],
  },
  {
    label: 'places.system',
    isFolded: true,
    places: [
      { to: '/types', label: 'places.types', icon: IconForms, role: 'admin', kind: 'contentType' },
      { to: '/people', label: 'people.title', icon: IconUsers, role: 'admin' },
      { to: '/roles', label: 'kinds.role.many', icon: IconUserShield, role: 'admin' },
      { to: '/keys', label: 'keys.title', icon: IconKey, role: 'admin' },
      { to: '/extensions', label: 'extensions.title', icon: IconPuzzle, role: 'admin' },
      ...linesOf('system'),
    ],
  },
];

/** Whether a line is shown to somebody: see `NavigationLine`. */
export function isPlaceShown({ role = 'viewer', kind }: NavigationItem, caller: RightsHolder): boolean {
  const ask = (right: UserRight): boolean => kind !== undefined && mayDo(caller, { right, kind });
  return roleIncludes(caller.rights.level, role) ? kind === undefined || ask('read') : ask('update');
}
