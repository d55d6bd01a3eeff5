import type { EventName } from '../model/events.ts';
import type { ExtensionRecord, RecordFields } from './record.ts';

/** Which events of the name an effect is about. */
export interface AfterFilter {
  /** The slugs of content types; for events about pages. */
  readonly types?: readonly string[];
  readonly locales?: readonly string[];
}

/** The changes that `propose` makes. Values that are not named stay as they are. */
export interface ProposedEdit {
  page(id: number, values: { readonly fields?: RecordFields; readonly title?: string }): void;
  media(id: number, values: { readonly altText?: string; readonly title?: string }): void;
}

export interface ProposeOptions {
  /**
   * A text under which a proposal with the same title is made once for each record, however often the effect runs.
   * Usually the commit of the event.
   */
  readonly once: string;
}

/** What an effect receives. It runs in a process of its own, at least once for each event, in order for each record. */
export interface AfterInput {
  readonly event: EventName;
  /** The commit of the event. */
  readonly commit: string;
  /** The time of the event, ISO 8601. */
  readonly at: string;
  /** The page of the event, as that commit holds it; absent for events about something else, or if it was deleted. */
  readonly page?: ExtensionRecord;
  /** What the webhooks' message of this event holds as `data`. */
  readonly data: unknown;
  /** As `fetch` of the platform, to the hosts that the extension needs. @throws for other hosts and private addresses */
  fetch(url: string, init?: RequestInit): Promise<Response>;
  /** The value of an environment variable among the secrets that the extension needs. @throws if it is not set */
  secret(name: string): string;
  /**
   * Writes into the change with this title, as `extension/<name>`; with `needs.writes: 'live'`, into what is live.
   * Resolves to the name of the change, `live`, or an empty text if nothing differs. @throws if it is refused
   */
  propose(title: string, edit: (edit: ProposedEdit) => void, options: ProposeOptions): Promise<string>;
  /** Adds a line to the log of this run. */
  log(message: string): void;
}

/** An effect of an event. */
export interface AfterDefinition {
  readonly event: EventName;
  readonly filter: AfterFilter;
  run(input: AfterInput): Promise<unknown>;
}

/** Declares what happens after an event. It never delays or fails a save. */
export function after(event: EventName, run: AfterDefinition['run']): AfterDefinition;
export function after(event: EventName, filter: AfterFilter, run: AfterDefinition['run']): AfterDefinition;
export function after(
  event: EventName,
  filter: AfterFilter | AfterDefinition['run'],
  run?: AfterDefinition['run'],
): AfterDefinition {
  return Object.freeze(
    typeof filter === 'function' ? { event, filter: {}, run: filter } : { event, filter, run: run as never },
  );
}
