import { createHash } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { Readable } from 'node:stream';
import type { Batch, Cursor, Since } from '../../job/bus.ts';
import type { Feed, Following } from '../../job/feed.ts';
import type { Happening } from '../../job/happening.ts';
import type { Identify } from '../serve.ts';

/** The open streams of server-sent events (HTML standard, "Server-sent events"). */
export interface EventStreams {
  /** Begins where `Last-Event-ID` says, else now. It ends when the caller's credential does. */
  open(headers: IncomingHttpHeaders): Readable;
  /** Tells everybody of something that no commit of what is live says: who was not there has missed it. */
  tell(event: string, data: object): void;
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
/** A batch that is longer is sent in pieces of this length, each when the one before has been read. */
const PIECE_LENGTH = 64 * 1024;
const RECONNECT_MS = 3000;

export function createEventStreams({ feed, identify, show }: Parts): EventStreams {
  const open = new Set<Channel>();

  function followBy({ send, sendPieces }: Channel, lastId: IncomingHttpHeaders['last-event-id']): Following {
    const lose = (): void => send('event: reset\ndata: {}\n\n');
    const position = readPosition(lastId);
    if (position === null) lose();
    let after = position?.after;
    const following = feed.follow(position?.since ?? feed.position(), {
      take(batch) {
        const isTaken = sendPieces(piecesOf(batch, after), () => following.resume());
        if (isTaken) after = undefined;
        return isTaken;
      },
      lose,
    });
    return following;
  }

  /** The texts of a batch's events after one of them, each made when it is wanted. */
  function* piecesOf(batch: Batch, after: string | undefined): Generator<string, void> {
    const happenings = rest(batch.happenings, after);
    let piece = '';
    for (const [index, happening] of happenings.entries()) {
      piece += write(happening, batch, index === happenings.length - 1);
      if (piece.length < PIECE_LENGTH) continue;
      yield piece;
      piece = '';
    }
    if (piece !== '') yield piece;
  }

  return {
    open(headers) {
      const channel = openChannel(() => identify(headers));
      channel.send(`retry: ${RECONNECT_MS}\n\n`);
      const following = followBy(channel, headers['last-event-id']);
      const heartbeat = setInterval(channel.beat, HEARTBEAT_MS).unref();
      open.add(channel);
      channel.stream.once('close', () => {
        clearInterval(heartbeat);
        following.stop();
        open.delete(channel);
      });
      return channel.stream;
    },
    tell(event, data) {
      for (const channel of open) channel.send(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`);
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
  /**
   * Sends pieces as they are read; false while others are under way, which end with a call of `done`. Only the first is
   * made at once.
   */
  sendPieces(pieces: Iterator<string, void>, done: () => void): boolean;
  /** Shows that the stream lives, or cuts it off where nobody has read on since the last time. */
  beat(): void;
  end(): void;
}

function openChannel(check: () => unknown): Channel {
  let goOn = (): void => undefined;
  const stream = new Readable({ read: () => goOn() });
  let turn: Promise<unknown> = Promise.resolve();
  let waiting = 0;
  let isOver = false;
  /** While pieces are under way: whether one has been sent since the last beat. */
  let progress: { hasMoved: boolean } | null = null;

  function end(): void {
    if (!isOver) stream.push(null);
    isOver = true;
  }

  /** Resolves when more is wanted. */
  async function push(text: string): Promise<void> {
    await check();
    if (isOver || stream.destroyed || stream.push(text)) return;
    await new Promise<void>((resolve) => {
      goOn = resolve;
    });
  }

  function send(text: string): void {
    waiting += text.length;
    if (waiting + stream.readableLength > MAX_BUFFERED) return void stream.destroy();
    turn = turn
      .then(check)
      .then(() => {
        waiting -= text.length;
        if (!isOver) stream.push(text);
      })
      .catch(end);
  }

  async function sendRest(pieces: Iterator<string, void>, moved: { hasMoved: boolean }): Promise<void> {
    for (let next = pieces.next(); !next.done; next = pieces.next()) {
      moved.hasMoved = true;
      await push(next.value);
      if (isOver || stream.destroyed) return;
    }
  }

  return {
    stream,
    end,
    send,
    sendPieces(pieces, done) {
      if (progress) return false;
      const [first, second] = [pieces.next(), pieces.next()];
      if (!first.done) send(first.value);
      if (second.done) return true;
      const moved = { hasMoved: true };
      progress = moved;
      turn = turn
        .then(() => push(second.value))
        .then(() => sendRest(pieces, moved))
        .then(() => {
          progress = null;
          done();
        })
        .catch(end);
      return true;
    },
    beat() {
      if (!progress) return send(':\n\n');
      if (!progress.hasMoved) stream.destroy();
      progress.hasMoved = false;
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
