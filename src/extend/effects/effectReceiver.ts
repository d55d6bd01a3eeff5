import type { EventReceiver } from '../../job/delivery/courier.ts';
import type { AttemptOutcome, Delivery } from '../../job/delivery/delivery.ts';
import { toMessage, writeEventBody } from '../../job/delivery/message.ts';
import type { Outbox } from '../../job/delivery/outbox.ts';
import type { Happening } from '../../job/happening.ts';
import type { Page } from '../../model/entities/page.ts';
import type { EventName } from '../../model/events.ts';
import type { PageAddressing } from '../../view/event.ts';
import type { AfterDefinition } from '../after.ts';
import type { LoadedExtension } from '../loaded.ts';
import type { ExtensionRecord } from '../record.ts';
import type { EffectRunner } from './process/effectRunner.ts';
import type { EffectTask } from './process/effectTask.ts';
import type { Propose } from './propose.ts';

/** An effect, and where it is declared. */
export interface ListedEffect {
  readonly extension: LoadedExtension & { readonly config: string };
  readonly index: number;
  /** Its lasting name among all: `maps/page.published`, `maps/page.published-2`. */
  readonly name: string;
  readonly after: AfterDefinition;
}

interface Parts {
  readonly runner: Pick<EffectRunner, 'run'>;
  readonly propose: Propose;
  /** Its outbox; there is one by the time it receives something. */
  outbox(): Outbox;
  findCauses(commit: string): Promise<readonly string[]>;
  readPage(delivery: Delivery): Promise<ExtensionRecord | undefined>;
  /** The value of an environment variable. */
  secretOf(name: string): string | undefined;
  addresses(): PageAddressing;
  readonly allowsPrivate: boolean;
  /** Called when Quire has stopped it. */
  onStop(): void;
}

/** Receives the events of an effect and runs it. */
export function createEffectReceiver(effect: ListedEffect, parts: Parts): EventReceiver {
  const { name, after } = effect;
  return {
    label: 'An effect',
    isActive: () => parts.outbox().state.stopped === null,
    wants: (happening) => happening.type === after.event && isWanted(happening, after),
    toMessage(happening, moves) {
      const message = toMessage({ receiver: name, moves }, happening, writeEventBody(happening, parts.addresses()));
      if (!('entry' in happening) || happening.entry.kind !== 'page' || happening.type === 'page.deleted')
        return message;
      const { path, rev } = happening.entry;
      return { ...message, file: { path, rev } };
    },
    deliver: (delivery) => deliver(delivery, effect, parts),
    disable: parts.onStop,
  };
}

function isWanted(happening: Happening, { filter: { types, locales } }: AfterDefinition): boolean {
  if (types === undefined && locales === undefined) return true;
  if (!('entry' in happening) || happening.entry.kind !== 'page') return false;
  const { type, locale } = happening.entry.data as Page;
  return (types?.includes(type) ?? true) && (locales?.includes(locale) ?? true);
}

/** A message of an effect: the event as webhooks get it. */
interface StoredEvent {
  readonly type: EventName;
  readonly timestamp: string;
  readonly data: { readonly commit?: string | null };
}

async function deliver(delivery: Delivery, effect: ListedEffect, parts: Parts): Promise<AttemptOutcome | null> {
  const event = JSON.parse(delivery.body) as StoredEvent;
  const commit = event.data.commit ?? null;
  const { definition } = effect.extension;
  const causes = commit === null ? [] : await parts.findCauses(commit);
  if (causes.includes(definition.name)) return SKIPPED;
  const page = await parts.readPage(delivery);
  const origin = { extension: definition, record: delivery.record, commit, causes };
  return parts.runner.run({ ...toTask(effect, event, parts), ...(page && { page }) }, async (request) => {
    const { made = {} } = parts.outbox().find(delivery.id) ?? {};
    const { key, name } = await parts.propose(request, { ...origin, made });
    noteProposal(delivery.id, { ...made, [key]: name }, parts);
    return name;
  });
}

/** A chain of effects ends where it would come back to an extension that is in it. */
const SKIPPED: AttemptOutcome = {
  ...{ status: null, error: null, durationMs: 0, retryAfterMs: null },
  answer: 'Not run: the extension has caused this event itself.',
};

function toTask({ extension, index }: ListedEffect, event: StoredEvent, parts: Parts): EffectTask {
  const { definition, config, hash } = extension;
  const { hosts = [], secrets = [] } = definition.needs ?? {};
  const values = secrets.map((name) => [name, parts.secretOf(name)] as const);
  return {
    ...{ config, hash, extension: definition.name, effect: index, hosts, allowsPrivate: parts.allowsPrivate },
    ...{ event: event.type, commit: event.data.commit ?? '', at: event.timestamp, data: event.data },
    secrets: Object.fromEntries(values.flatMap(([name, value]) => (value === undefined ? [] : [[name, value]]))),
  };
}

/** Keeps what a run has made with the delivery, for its next runs. */
function noteProposal(id: string, made: Readonly<Record<string, string>>, { outbox }: Parts): void {
  const present = outbox().find(id);
  if (present) outbox().save([{ ...present, made }]);
}
