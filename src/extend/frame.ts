import type { Role } from '../model/access.ts';

/** A page of the extension's folder, which is shown in a frame of its own. */
export interface FrameSource {
  /** The HTML file, relative to the file that calls `defineExtension`: `./panels/map.html`. */
  readonly frame: string;
  /** In CSS pixels, until the frame asks for another; 240 by default. */
  readonly height?: number;
}

/** Where a panel stands. */
export const PANEL_LOCATIONS = ['page.aside', 'page.below', 'block.below', 'media.aside', 'home'] as const;
export type PanelLocation = (typeof PANEL_LOCATIONS)[number];

/** A panel beside a form, or on Home. */
export interface PanelDefinition extends FrameSource {
  readonly at: PanelLocation;
  /** The slugs of the types whose forms show it; all by default. */
  readonly types?: readonly string[];
  readonly title: string;
  /** The role that is needed to see it; `viewer` by default. */
  readonly role?: Role;
}

/** A screen with an address and a line in the navigation. */
export interface ScreenDefinition extends FrameSource {
  /** One segment: the screen is at `/admin/x/<extension>/<path>`. */
  readonly path: string;
  readonly title: string;
  /** The name of an icon; see `docs/extend.md`. */
  readonly icon?: string;
  /** The role that is needed to see it; `viewer` by default. */
  readonly role?: Role;
}

/** Declares a panel. */
export const panel = (definition: PanelDefinition): PanelDefinition => Object.freeze(definition);

/** Declares a screen. */
export const screen = (definition: ScreenDefinition): ScreenDefinition => Object.freeze(definition);
