import {
  type Icon,
  IconCode,
  IconFiles,
  IconForms,
  IconGitMerge,
  IconHistory,
  IconHome,
  IconKey,
  IconMenu2,
  IconPencilBolt,
  IconPhoto,
  IconRecycle,
  IconRoute,
  IconSettings,
  IconTags,
  IconUsers,
  IconWebhook,
} from '@tabler/icons-react';
import type { LinkProps } from '@tanstack/react-router';
import type { ParseKeys } from 'i18next';
import type { CallerRole } from '../session/session.ts';

/** One line of the navigation. */
export interface NavigationItem {
  readonly to: LinkProps['to'];
  readonly label: ParseKeys;
  readonly icon: Icon;
  /** The role that is needed to see it; `viewer` if absent. */
  readonly role?: CallerRole;
  /** Whether it is followed by a line for each content type. */
  readonly hasTypes?: boolean;
}

export interface NavigationGroup {
  /** The heading, which folds the group. */
  readonly label?: ParseKeys;
  /** Whether it is folded until the user opens it. */
  readonly isFolded?: boolean;
  readonly places: readonly NavigationItem[];
}

/** The navigation, in order. */
export const NAVIGATION: readonly NavigationGroup[] = [
  {
    places: [
      { to: '/', label: 'home.title', icon: IconHome },
      { to: '/pages', label: 'shell.pages', icon: IconFiles, hasTypes: true },
      { to: '/blocks', label: 'blocks.title', icon: IconRecycle },
      { to: '/changes', label: 'changes.title', icon: IconPencilBolt },
      { to: '/media', label: 'media.title', icon: IconPhoto },
      { to: '/menus', label: 'menus.title', icon: IconMenu2 },
      { to: '/taxonomies', label: 'taxonomies.title', icon: IconTags },
    ],
  },
  {
    label: 'places.site',
    places: [
      { to: '/redirects', label: 'redirects.title', icon: IconRoute, role: 'admin' },
      { to: '/tracking-scripts', label: 'scripts.title', icon: IconCode, role: 'admin' },
      { to: '/settings', label: 'settings.title', icon: IconSettings, role: 'admin' },
    ],
  },
  {
    label: 'places.system',
    isFolded: true,
    places: [
      { to: '/types', label: 'types.title', icon: IconForms, role: 'admin' },
      { to: '/people', label: 'people.title', icon: IconUsers, role: 'admin' },
      { to: '/keys', label: 'keys.title', icon: IconKey, role: 'admin' },
      { to: '/webhooks', label: 'webhooks.title', icon: IconWebhook, role: 'admin' },
      { to: '/sync', label: 'sync.title', icon: IconGitMerge, role: 'editor' },
      { to: '/activity', label: 'activity.title', icon: IconHistory },
    ],
  },
];
