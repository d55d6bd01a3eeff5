import type { Icon } from '@tabler/icons-react';
import type { QueryClient } from '@tanstack/react-query';
import type { AnyRoute, AsyncRouteComponent } from '@tanstack/react-router';
import type { ParseKeys } from 'i18next';
import type { FormExtra } from './form/FormExtras.tsx';
import type { PartOnDemand } from './parts/onDemand/loadOnDemand.tsx';
import type { ContentKind } from './session/rights.ts';
import type { CallerRole } from './session/session.ts';
import type { Change, Problem, RecordKind } from './wire/interface.ts';

/** One line of the navigation; `To` are the addresses it may lead to. */
export interface NavigationLine<To extends string = string> {
  /** The group that it stands in; one without a heading is `content`. */
  readonly group: 'content' | 'site' | 'system';
  readonly to: To;
  readonly label: ParseKeys;
  readonly icon: Icon;
  /** The role that is needed to see it; `viewer` if absent. */
  readonly role?: CallerRole;
  /** The kind of its records: shown to all who may change some, and with the role only to those who may read some. */
  readonly kind?: ContentKind;
}

/** An address of the interface. */
export interface ScreenAddress {
  readonly to: string;
  readonly search?: object;
}

/** Something that happened on the server, as the stream of events tells it. */
export interface EventData {
  readonly data?: { readonly records?: readonly { readonly kind: RecordKind }[] };
}

/** What an event means for what is cached. @returns the query kinds that it makes stale */
export type EventHandler = (event: EventData, client: QueryClient) => readonly string[];

/** The page that is open in the editor. */
export interface OpenPageProps {
  readonly id: number;
  /** The name of the change that was entered; null outside of changes. */
  readonly change: string | null;
}

/** A part of the bar above an open page, within its form. It comes later than the form, so it must move nothing. */
export interface PageBarPart {
  readonly name: string;
  readonly Part: PartOnDemand<OpenPageProps>;
}

/** A section of the home screen. */
export interface HomePanel {
  readonly name: string;
  /** Above what people work on, the column of that, the lines about the health of the site, or the column with them. */
  readonly at: 'asks' | 'work' | 'health' | 'site';
  /** What it is called where people arrange their home screen; they cannot move or hide one without. */
  readonly title?: ParseKeys;
  readonly Section: AsyncRouteComponent<object>;
  /** Loads what it shows and its words before the home screen is shown, so that nothing moves. */
  fetchAhead?(client: QueryClient): Promise<unknown>;
}

/** The change that is shown. */
export interface ChangePanelProps {
  readonly change: Change;
  /** Whether it can be published as it is, as far as known; not while something must be done first. */
  readonly isPublishable: boolean;
}

/** A section of the screen of one change. */
export interface ChangePanel {
  readonly name: string;
  /** Above the edits, for what becomes of the change, or below them, for what is said about it. */
  readonly at: 'top' | 'bottom';
  /** Shows nothing if it has nothing to say about the change. */
  readonly Section: AsyncRouteComponent<ChangePanelProps>;
  /** Loads what it shows and its words before the change is shown, so that nothing moves. */
  fetchAhead?(client: QueryClient, name: string): Promise<unknown>;
}

/** Something that somebody is about to publish. */
export interface ThingToPublish {
  /** The name of the change that holds it; null if it has none. */
  readonly change: string | null;
  /** A page that visitors cannot read yet, and that is not going to be public with its draft. */
  readonly page: { readonly id: number; readonly type: string; readonly locale: string; readonly slug: string } | null;
  readonly client: QueryClient;
}

/** What must be done before something can be published. */
export interface PublishStep {
  /** What the button says instead of "Publish". */
  readonly label: string;
  readonly text: string;
  /** Said once it is done. */
  readonly done: string;
  /** Does it, with what the user notes about it; null while others have to do something. */
  readonly act: ((note: string) => Promise<unknown>) | null;
}

/** What a feature brings to the browser. Its words are in `en.ts` and the same in each other
 * language beside it, and those that only its screens show in `screen.en.ts` and so on. */
export interface UiFeature<Routes extends readonly AnyRoute[] = readonly AnyRoute[]> {
  /** Its screens, each loaded when it is opened. */
  readonly routes: Routes;
  /** Screens for people without an account, outside the frame of the interface. Nothing in it leads to them. */
  readonly doors?: readonly AnyRoute[];
  readonly navigation?: readonly NavigationLine<Routes[number]['fullPath']>[];
  /** Where a record of a kind is edited, by its id. */
  readonly places?: { readonly [K in RecordKind]?: (id: number) => ScreenAddress };
  readonly home?: readonly HomePanel[];
  readonly changePanels?: readonly ChangePanel[];
  /** Finds what must be done before something can be published; null if nothing must. */
  findPublishStep?(asked: ThingToPublish): Promise<PublishStep | null>;
  readonly pageBar?: PageBarPart;
  /** A small part of the bar above the preview of a page, which is narrow. */
  readonly previewBar?: PageBarPart;
  /** What it adds to the form of a page, with its words. */
  readonly formExtra?: () => Promise<FormExtra>;
  /** A section of the profile that everybody has; it shows nothing where there is nothing to choose. */
  readonly profile?: { readonly name: string; readonly Section: PartOnDemand<object> };
  /** A small part of the frame around every screen, with its words. */
  readonly frame?: { readonly name: string; readonly Part: PartOnDemand<object> };
  /** The events of the server that it listens to. */
  readonly events?: Readonly<Record<string, EventHandler>>;
  /** What it says below each problem of the site; nothing where it has nothing to say. */
  readonly problemNote?: { readonly name: string; readonly Part: PartOnDemand<{ readonly problem: Problem }> };
  /** Where the problems that it finds are fixed, by their codes; `home.hints` of its words say how. */
  readonly problems?: { readonly [code: string]: Routes[number]['fullPath'] };
}

/** Declares what a feature brings to the browser. */
export const defineUiFeature = <const Routes extends readonly AnyRoute[]>(
  feature: UiFeature<Routes>,
): UiFeature<Routes> => Object.freeze(feature);
