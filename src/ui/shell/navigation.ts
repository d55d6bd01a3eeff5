import { type Icon, IconFiles, IconPhoto } from '@tabler/icons-react';
import type { LinkProps } from '@tanstack/react-router';
import type { ParseKeys } from 'i18next';
import type { Role } from '../session/session.ts';

/** One line of the navigation. */
export interface Place {
  readonly to: LinkProps['to'];
  readonly label: ParseKeys;
  readonly icon: Icon;
  /** Who sees it. */
  readonly role?: Role;
  /** Whether a line for each content type stands below it. */
  readonly hasTypes?: boolean;
}

interface Group {
  readonly label?: ParseKeys;
  readonly places: readonly Place[];
}

/** Where one can go, in order. */
export const NAVIGATION: readonly Group[] = [
  {
    places: [
      { to: '/pages', label: 'shell.pages', icon: IconFiles, hasTypes: true },
      { to: '/media', label: 'media.title', icon: IconPhoto },
    ],
  },
];
