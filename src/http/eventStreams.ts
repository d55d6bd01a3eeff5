import { createHash } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { Readable } from 'node:stream';
import type { Batch, Cursor, Since } from '../job/bus.ts';
import type { Feed, Following } from '../job/feed.ts';
import type { Happening } from '../job/happening.ts';
import type { Identify } from './serve.ts';

/** The open streams of server-sent events (HTML standard, "Server-sent events"). */
export interface EventStreams {
  /** Begins where `Last-Event-ID` says, else now. It ends when the caller's credential does. */
  open(headers: IncomingHttpHeaders): Readable;
  count(): number;
  /** Ends all of them. */
  close(): void;
}

interface Parts {
  readonly feed: Feed;
  readonly identify: Identify;
  show(happening: Happening): object;
}

const HEARTBEAT_MS = 15_000;
/** Who reads more slowly is cut off; it comes back and goes on where it was. */
const MAX_BUFFERED = 1024 * 1024;
const RECONNECT_MS = 3000;

export function createEventStreams({ feed, identify, show }: Parts): EventStreams {
  const open = new Set<Channel>();

  function followBy({ send }: Channel, lastId: IncomingHttpHeaders['last-event-id']): Following {
    const lose = (): void => send('event: reset\ndata: {}\n\n');
    const position = readPosition(lastId);
    if (position === null) lose();
    let after = position?.after;
    return feed.follow(position?.since ?? feed.position(), {
      take(batch) {
        const happenings = rest(batch.happenings, after);
        after = undefined;
        const text = happenings.map((one, index) => write(one, batch, happenings[index + 1] === undefined)).join('');
        if (text !== '') send(text);
        return true;
      },
      lose,
    });
  }

  return {
    open(headers) {
      const channel = openChannel(() => identify(headers));
      channel.send(`retry: ${RECONNECT_MS}\n\n`);
      const following = followBy(channel, headers['last-event-id']);
      const heartbeat = setInterval(channel.send, HEARTBEAT_MS, ':\n\n').unref();
      open.add(channel);
      channel.stream.once('close', () => {
        clearInterval(heartbeat);
        following.stop();
        open.delete(channel);
      });
      return channel.stream;
    },
    count: () => open.size,
    close() {
      for (const channel of open) channel.end();
    },
  };

  function write(happening: Happening, { from, to }: Batch, isLast: boolean): string {
    const id = isLast ? idOf(to) : idOf(from, happening);
    return `${id === null ? '' : `id: ${id}\n`}event: ${happening.type}\ndata: ${JSON.stringify(show(happening))}\n\n`;
  }
}

/** One client's stream. */
interface Channel {
  readonly stream: Readable;
  /** Sends in order, and only while `check` passes. */
  send(text: string): void;
  end(): void;
}

function openChannel(check: () => unknown): Channel {
  const stream = new Readable({ read: () => undefined });
  let turn: Promise<unknown> = Promise.resolve();
  let waiting = 0;
  let isOver = false;

  function end(): void {
    if (!isOver) stream.push(null);
    isOver = true;
  }

  async function sendNow(text: string): Promise<void> {
    await check();
    waiting -= text.length;
    if (!isOver) stream.push(text);
  }

  return {
    stream,
    end,
    send(text) {
      waiting += text.length;
      if (waiting + stream.readableLength > MAX_BUFFERED) stream.destroy();
      else turn = turn.then(() => sendNow(text)).catch(end);
    },
  };
}

/** `<commit>.<milliseconds>`, and of an event that is not the last of its commit which one it is. */
function idOf({ commit, at }: Cursor, happening?: Happening): string | null {
  if (commit === null) return null;
  return [commit, Date.parse(at), ...(happening ? [hash(happening)] : [])].join('.');
}

const hash = ({ key }: Happening): string => createHash('sha1').update(key).digest('hex').slice(0, 12);

interface Position {
  /** Absent: now. */
  readonly since?: Since;
  /** The event of what follows that was sent last. */
  readonly after?: string | undefined;
}

const ID = /^([0-9a-f]{40})(?:\.(\d{1,15})(?:\.([0-9a-f]{12}))?)?$/;

/** Where a client has stopped; a commit alone will do. Null when that cannot be told from what it sends. */
function readPosition(id: string | readonly string[] | undefined): Position | null {
  if (id === undefined || id === '') return {};
  const [, commit, at, after] = ID.exec(String(id)) ?? [];
  if (commit === undefined) return null;
  return { since: at === undefined ? { commit, at: null } : { commit, at: new Date(Number(at)).toISOString() }, after };
}

const rest = (happenings: readonly Happening[], after: string | undefined): readonly Happening[] =>
  happenings.slice(happenings.findIndex((happening) => hash(happening) === after) + 1);
