import { createHash } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import type { Readable } from 'node:stream';
import type { EventBatch, EventCursor, Since } from '../../job/bus.ts';
import type { EventFeed, FeedSubscription } from '../../job/feed.ts';
import type { Happening } from '../../job/happening.ts';
import { type Actor, actorRefName } from '../../model/access.ts';
import { unauthorized, unavailable } from '../../model/errors.ts';
import { rateLimited } from '../limit/rateLimit.ts';
import type { Identify } from '../step/caller.ts';
import { type Channel, openChannel } from './channel.ts';

/** The open streams of server-sent events (HTML standard, "Server-sent events"). */
export interface EventStreams {
  /**
   * Begins where `Last-Event-ID` says, else now. The stream ends when the caller's credential does, or when their rights
   * change. Throws RATE_LIMITED if the caller has too many streams, SERVICE_UNAVAILABLE if all callers together have.
   *
   * @param view what the caller is shown, if not everything
   */
  open(headers: IncomingHttpHeaders, actor: Actor, view?: EventView): Readable;
  /** Sends an event that no commit of what is live records: it cannot be sent again to those who were not connected. */
  tell(event: string, data: object): void;
  /** Sends such an event to the windows of one person or key only, named as `user/1`. */
  tellOne(caller: string, event: string, data: object): void;
  count(): number;
  /** Ends all of them, and from now on each that is opened. */
  close(): void;
}

/** What of the events somebody is shown who may not read about all records. */
export interface EventView {
  /** The event as far as it may be shown; null if nothing of it may. */
  showHappening(happening: Happening): Happening | null;
  /** Whether an event may be told that no commit of what is live records. */
  isTold(event: string, data: object): Promise<boolean>;
}

interface Parts {
  readonly feed: EventFeed;
  readonly identify: Identify;
  show(happening: Happening): object;
}

/** The most streams of one user or key: windows of one browser share a stream. */
const MAX_OF_ONE = 50;
/** The most streams of all together. */
const MAX_OPEN = 2000;
/** When to try again after a refusal: a stream of a window that was closed is soon gone. */
const RETRY_SECONDS = 10;
const HEARTBEAT_MS = 15_000;
/** A longer batch is sent in pieces of this length, each when the one before has been read. */
const PIECE_LENGTH = 64 * 1024;
const RECONNECT_MS = 3000;

export function createEventStreams({ feed, identify, show }: Parts): EventStreams {
  /** The open streams, each with whose it is and what they are shown, if not everything. */
  const open = new Map<Channel, OpenStream>();
  /** The text of each event that is being sent: it is the same for all streams. */
  const texts = new WeakMap<Happening, string>();
  let isClosed = false;

  function requireRoom(caller: string): void {
    const own = [...open.values()].filter((other) => other.caller === caller).length;
    if (own >= MAX_OF_ONE) throw rateLimited('You have too many streams of events open', RETRY_SECONDS);
    if (open.size >= MAX_OPEN) throw unavailable('Too many streams of events are open', RETRY_SECONDS);
  }

  function followBy(
    { send, sendPieces }: Channel,
    lastId: IncomingHttpHeaders['last-event-id'],
    view: EventView | undefined,
  ): FeedSubscription {
    const lose = (): void => send('event: reset\ndata: {}\n\n');
    const position = readPosition(lastId);
    if (position === null) lose();
    let after = position?.after;
    const following = feed.follow(position?.since ?? feed.position(), {
      take(batch) {
        const isTaken = sendPieces(piecesOf(batch, { after, view }), () => following.resume());
        if (isTaken) after = undefined;
        return isTaken;
      },
      lose,
    });
    return following;
  }

  /** The texts of a batch's events, those after the event `after`; each is made when it is needed. */
  function* piecesOf(batch: EventBatch, { after, view }: BatchRest): Generator<string, void> {
    const happenings = rest(batch.happenings, after).flatMap((one) => (view ? (view.showHappening(one) ?? []) : one));
    let piece = '';
    for (const [index, happening] of happenings.entries()) {
      const isLast = index === happenings.length - 1;
      // Which one is the last, and so names the next position, depends on the view.
      piece += view ? write(happening, batch, isLast) : textOf(happening, batch, isLast);
      if (piece.length < PIECE_LENGTH) continue;
      yield piece;
      piece = '';
    }
    if (piece !== '') yield piece;
  }

  function tellStreams(isMeant: (stream: OpenStream) => boolean, event: string, data: object): void {
    const text = plainEvent(event, data);
    for (const [channel, stream] of open) {
      if (!isMeant(stream)) continue;
      if (stream.view) void sendIfTold(channel, text, stream.view.isTold(event, data));
      else channel.send(text);
    }
  }

  return {
    open(headers, actor, view) {
      const caller = actorRefName(actor);
      requireRoom(caller);
      const channel = openChannel(async () => {
        const present = await identify(headers);
        // The client comes back, and is then shown what it may see now.
        if (present && present.rights !== actor.rights) throw unauthorized();
      });
      channel.send(`retry: ${RECONNECT_MS}\n\n`);
      const following = followBy(channel, headers['last-event-id'], view);
      const heartbeat = setInterval(channel.beat, HEARTBEAT_MS).unref();
      open.set(channel, { caller, view });
      channel.stream.once('close', () => {
        clearInterval(heartbeat);
        following.stop();
        open.delete(channel);
      });
      if (isClosed) channel.end();
      return channel.stream;
    },
    tell: (event, data) => tellStreams(() => true, event, data),
    tellOne: (caller, event, data) => tellStreams((one) => one.caller === caller, event, data),
    count: () => open.size,
    close() {
      isClosed = true;
      for (const channel of open.keys()) channel.end();
    },
  };

  function textOf(happening: Happening, batch: EventBatch, isLast: boolean): string {
    const text = texts.get(happening) ?? write(happening, batch, isLast);
    texts.set(happening, text);
    return text;
  }

  function write(happening: Happening, { from, to }: EventBatch, isLast: boolean): string {
    const id = isLast ? createEventId(to) : createEventId(from, happening);
    return `${id === null ? '' : `id: ${id}\n`}event: ${happening.type}\ndata: ${JSON.stringify(show(happening))}\n\n`;
  }
}

const plainEvent = (event: string, data: object): string => `event: ${event}\ndata: ${JSON.stringify(data)}\n\n`;

async function sendIfTold({ send, end }: Channel, text: string, isTold: Promise<boolean>): Promise<void> {
  try {
    if (await isTold) send(text);
  } catch {
    // The client comes back and reads everything again.
    end();
  }
}

/** Whose a stream is, and what they are shown if it is not everything. */
interface OpenStream {
  readonly caller: string;
  readonly view: EventView | undefined;
}

/** What of a batch is still to be sent to somebody. */
interface BatchRest {
  readonly after: string | undefined;
  readonly view: EventView | undefined;
}

/** `<commit>.<milliseconds>`; for an event that is not the last of its commit, also a hash that names it. */
function createEventId({ commit, at }: EventCursor, happening?: Happening): string | null {
  if (commit === null) return null;
  return [commit, Date.parse(at), ...(happening ? [hashHappening(happening)] : [])].join('.');
}

const hashHappening = ({ key }: Happening): string => createHash('sha1').update(key).digest('hex').slice(0, 12);

interface StreamPosition {
  /** If absent, now. */
  readonly since?: Since;
  /** The last event that was sent, if the next batch was sent in part. */
  readonly after?: string | undefined;
}

const ID = /^([0-9a-f]{40})(?:\.(\d{1,15})(?:\.([0-9a-f]{12}))?)?$/;

/** Where a client stopped; a commit alone is enough. Null if the id cannot be read. */
function readPosition(id: string | readonly string[] | undefined): StreamPosition | null {
  if (id === undefined || id === '') return {};
  const [, commit, at, after] = ID.exec(String(id)) ?? [];
  if (commit === undefined) return null;
  return { since: at === undefined ? { commit, at: null } : { commit, at: new Date(Number(at)).toISOString() }, after };
}

const rest = (happenings: readonly Happening[], after: string | undefined): readonly Happening[] =>
  happenings.slice(happenings.findIndex((happening) => hashHappening(happening) === after) + 1);
