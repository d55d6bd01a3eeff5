import { join } from 'node:path';
import type { AuditLog } from '../../auth/audit/auditLog.ts';
import type { ServerConfig } from '../../config.ts';
import type { GitRepository } from '../../git/repository.ts';
import type { Courier } from '../../job/delivery/courier.ts';
import { createCouriers } from '../../job/delivery/couriers.ts';
import type { Delivery } from '../../job/delivery/delivery.ts';
import type { Message } from '../../job/delivery/message.ts';
import type { EventFeed } from '../../job/feed.ts';
import { compareText } from '../../lib/text/compareText.ts';
import type { Page } from '../../model/entities/page.ts';
import type { Entry, Lookup, Problem } from '../../model/entry.ts';
import type { Proposals } from '../../proposal/proposals.ts';
import type { Site } from '../../site/site.ts';
import type { FindPast } from '../../site/version/past.ts';
import { VARIABLES } from '../../variables.ts';
import type { RecordWriter } from '../../write/action.ts';
import type { LoadedExtension } from '../loaded.ts';
import type { ExtensionRecord } from '../record.ts';
import { findCauses } from './causes.ts';
import { createEffectReceiver, type ListedEffect } from './effectReceiver.ts';
import { createEffectRunner, type EffectLimits } from './process/effectRunner.ts';
import { createPropose } from './propose.ts';

/** What extensions do after events. An extension without effects is not known here. */
export interface Effects {
  /** Whether there is an extension of this name that has effects. */
  has(extension: string): boolean;
  /** Done and waiting runs of an extension, newest first. */
  deliveries(extension: string): readonly Delivery[];
  /** Runs an effect again; undefined if the run is not known. */
  redeliver(extension: string, messageId: string): Delivery | undefined;
  /** Why Quire has stopped effects of an extension; null if it has not. */
  stopped(extension: string): string | null;
  /** Starts stopped effects again, with the events from now on. */
  start(extension: string): void;
  /** A problem for each extension with stopped effects. */
  problems(): readonly Problem[];
  /** How many runs are waiting. */
  waiting(): number;
  /** How many runs have failed since the start. */
  failures(): number;
  /** Stops; a run that is on has some seconds to end. */
  close(): Promise<void>;
}

interface Options {
  readonly config: Pick<ServerConfig, 'siteUrl' | 'allowPrivateWebhooks' | 'readOnly'>;
  readonly extensions?: readonly LoadedExtension[];
  readonly live: Site<RecordWriter>;
  readonly repo: Pick<GitRepository, 'objects'>;
  readonly proposals: Proposals;
  readonly feed: EventFeed;
  readonly privateDir: string;
  /** The environment of the server. */
  readonly environment?: Readonly<Record<string, string | undefined>>;
  readonly effectLimits?: Partial<EffectLimits>;
  readonly audit: Pick<AuditLog, 'append'>;
  readonly clock: () => Date;
  onError(error: unknown, message: string): void;
}

/** Less than service managers give a process to stop. */
const CLOSE_TIMEOUT_MS = 5_000;

export function openEffects(options: Options): Effects {
  const { config, extensions = [], environment = {}, effectLimits, clock, onError, privateDir } = options;
  // A replica has the events, too.
  const listed = config.readOnly ? [] : extensions.flatMap(listEffects);
  const folder = join(privateDir, 'state', 'effects');
  const runner = createEffectRunner({ ...effectLimits, environment, onError });
  const couriers = createCouriers({ feed: options.feed, folder, maxSending: 1, clock, random: Math.random, onError });
  const receiving = createReceivingParts(options);
  const log = (action: string, extension: string): void =>
    void options.audit
      .append({ actor: 'system/0', action, record: `extension/${extension}`, ok: true })
      .catch((error: unknown) => onError(error, 'The audit log could not be written'));
  for (const effect of listed) {
    const { name } = effect.extension.definition;
    const outbox = () => couriers.get(effect.name)!.outbox;
    const onStop = (): void => {
      couriers.get(effect.name)?.refresh();
      log('extension.stop', name);
    };
    couriers.open(effect.name, createEffectReceiver(effect, { ...receiving, runner, outbox, onStop }));
  }
  const couriersOf = (extension: string): readonly Courier[] =>
    listed.flatMap(({ name, extension: { definition } }) =>
      definition.name === extension ? (couriers.get(name) ?? []) : [],
    );
  const stopped = (extension: string): string | null =>
    couriersOf(extension).find(({ outbox }) => outbox.state.stopped !== null)?.outbox.state.stopped ?? null;
  let closed: Promise<void> | undefined;
  return {
    has: (extension) => couriersOf(extension).length > 0,
    deliveries: (extension) =>
      couriersOf(extension)
        .flatMap(({ outbox }) => outbox.all())
        .sort(newestFirst),
    redeliver(extension, messageId) {
      const courier = couriersOf(extension).find(({ outbox }) => outbox.find(messageId));
      return courier?.redeliver(messageId);
    },
    stopped,
    start(extension) {
      for (const courier of couriersOf(extension)) {
        if (courier.outbox.state.stopped === null) continue;
        courier.outbox.save([], { stopped: null });
        courier.refresh();
      }
    },
    problems: () =>
      [...new Set(listed.map(({ extension }) => extension.definition.name))].flatMap((name) =>
        toProblem(name, stopped(name)),
      ),
    waiting: couriers.waiting,
    failures: couriers.failures,
    close() {
      closed ??= couriers.close(CLOSE_TIMEOUT_MS, runner.close);
      return closed;
    },
  };
}

function listEffects(extension: LoadedExtension): readonly ListedEffect[] {
  const { definition, config } = extension;
  if (config === undefined) return [];
  const { name, after: all = [] } = definition;
  return all.map((after, index) => {
    const number = all.slice(0, index + 1).filter(({ event }) => event === after.event).length;
    const own = number === 1 ? after.event : `${after.event}-${number}`;
    return { extension: { ...extension, config }, index, name: `${name}/${own}`, after };
  });
}

function createReceivingParts({ config, live, repo, proposals, environment = {} }: Options) {
  const { store, history } = live;
  return {
    propose: createPropose({ live, proposals, objects: repo.objects }),
    findCauses: (commit: string) => findCauses(commit, repo.objects),
    readPage: (delivery: Delivery) => readEventPage(delivery, { lookup: store, findPast: history.findPast }),
    // Quire's own variables are nobody else's, whatever an extension names.
    secretOf: (name: string) => (Object.hasOwn(VARIABLES, name) ? undefined : environment[name]),
    addresses: () => ({ siteUrl: config.siteUrl, lookup: store }),
    allowsPrivate: config.allowPrivateWebhooks,
  };
}

const newestFirst = (a: Delivery, b: Delivery): number => compareText(b.createdAt, a.createdAt);

const toProblem = (extension: string, reason: string | null): readonly Problem[] =>
  reason === null
    ? []
    : [
        {
          path: `extension/${extension}`,
          code: 'EFFECTS',
          message: `Effects of the extension "${extension}" are stopped: ${reason}`,
        },
      ];

interface Parts {
  readonly lookup: Pick<Lookup, 'get'>;
  readonly findPast: FindPast;
}

/**
 * The page of an event, as the event's commit holds it; undefined for events about something else.
 *
 * @throws an error if git does not have that version any more
 */
async function readEventPage(
  { record, file }: Pick<Message, 'record' | 'file'>,
  { lookup, findPast }: Parts,
): Promise<ExtensionRecord | undefined> {
  if (!file) return undefined;
  const id = Number(record.slice('page/'.length));
  const present = lookup.get('page', id);
  if (present?.rev === file.rev) return showPageRecord(present);
  // What names the version is enough to read it; the page may have moved or be gone by now.
  const then = { ...present, kind: 'page', id, path: file.path } as Entry<Page>;
  const past = await findPast<Page>(then, file);
  if (!past) throw new Error(`The version of ${file.path} that the event is about cannot be read`);
  return showPageRecord(past);
}

const showPageRecord = ({ id, key, data }: Entry<Page>): ExtensionRecord => {
  const { type, title, locale, slug, status, fields } = data;
  return { kind: 'page', id, key, type, title, locale, slug, status, fields };
};
