import type { IncomingHttpHeaders } from 'node:http';
import { LRUCache } from 'lru-cache';
import type { CacheConfig } from '../../config.ts';
import { standAlone } from '../../lib/turn/standAlone.ts';
import type { Edition, Editions } from '../../view/edition.ts';
import { cacheControl } from '../answer/cacheControl.ts';
import { createReply, type Reply, type ReplyParts } from '../answer/reply.ts';

/** Bytes of answers that are kept in memory, in all and of one. */
const MAX_BYTES = 64 * 1024 * 1024;
const MAX_REPLY_BYTES = 8 * 1024 * 1024;
/** What an answer weighs beside its bytes: its header lines and the objects that hold them. */
const OVERHEAD_BYTES = 2048;
/** Addresses that are remembered to have been asked for. */
const DOORKEEPER_PLACES = 64 * 1024;

/** What is asked for, and the headers that answers may depend on. */
interface Wanted {
  /** The address as it was sent; of a request with a body also that body. */
  readonly name: string;
  readonly headers: IncomingHttpHeaders;
}

interface Kept {
  readonly reply: Reply;
  readonly edition: Edition;
  /** The headers that it depends on, as they were. */
  readonly asked: readonly (readonly [name: string, value: string | string[] | undefined])[];
}

/** An answer that was made. */
export interface Made extends Omit<ReplyParts, 'grown' | 'isKept' | 'secondsLeft'> {
  /** How long it was true when it was made. */
  readonly maxAgeSeconds: number | undefined;
  /** The edition in which the making of the answer began. */
  readonly edition: Edition;
  readonly variesBy: readonly string[];
}

/** Public answers in memory, each for as long as nothing changes that can be seen. */
export interface Replies {
  /** What can be seen at present. */
  edition(): Edition;
  find(wanted: Wanted): Reply | undefined;
  /** Keeps an answer that was asked for before, and gives it as it is to be sent. */
  add(wanted: Wanted, made: Made): Reply;
  /** The Cache-Control of an answer at this moment. */
  cacheControl(reply: Pick<Reply, 'secondsLeft'>): string;
}

interface RepliesOptions {
  readonly content: Editions;
  readonly cache: CacheConfig;
  readonly maxBytes?: number;
}

/**
 * Keeps answers by what was asked. What is asked for only once is not kept: keeping it would cost more than making it,
 * and a flood of addresses that nobody asks for again drives out nothing.
 */
export function createReplies({ content, cache, maxBytes = MAX_BYTES }: RepliesOptions): Replies {
  const shelf = createShelf(maxBytes);
  const isMet = createDoorkeeper(DOORKEEPER_PLACES);
  const unbounded = cacheControl({}, cache);
  const longestSeconds = Math.max(cache.maxAgeSeconds, cache.sharedMaxAgeSeconds) + cache.staleSeconds;

  /** Weighs an answer again that has got another form: a value set again would be taken for the same, weight and all. */
  function weigh(name: string): void {
    const kept = shelf.peek(name);
    if (kept) shelf.set(name, { ...kept });
  }

  return {
    edition: content.edition,
    find({ name, headers }) {
      const kept = shelf.get(name);
      if (kept === undefined || kept.edition !== content.edition()) return undefined;
      for (const [header, value] of kept.asked) if (headers[header] !== value) return undefined;
      return kept.reply;
    },
    add({ name, headers }, made) {
      const { edition, variesBy, bytes, maxAgeSeconds, ...parts } = made;
      if (!isMet(name) || edition !== content.edition()) return toReply(made);
      const secondsLeft = maxAgeSeconds === undefined ? unlimited : content.secondsToNextChange;
      const own = { bytes: standAlone(bytes), secondsLeft, isKept: true, grown: () => weigh(name) };
      const reply = createReply({ ...parts, ...own });
      const asked = variesBy.map((header) => [header.toLowerCase(), headers[header.toLowerCase()]] as const);
      shelf.set(name, { reply, edition, asked });
      return reply;
    },
    cacheControl({ secondsLeft }) {
      const maxAgeSeconds = secondsLeft();
      const isShort = maxAgeSeconds !== undefined && maxAgeSeconds < longestSeconds;
      return isShort ? cacheControl({ maxAgeSeconds }, cache) : unbounded;
    },
  };
}

/** An answer as it is sent to one caller. */
export const toReply = ({ edition: _, variesBy: __, maxAgeSeconds, ...parts }: Made): Reply =>
  createReply({ ...parts, secondsLeft: () => maxAgeSeconds, isKept: false, grown: () => {} });

const unlimited = (): undefined => undefined;

const createShelf = (maxSize: number): LRUCache<string, Kept> =>
  new LRUCache({
    maxSize,
    maxEntrySize: Math.min(maxSize, MAX_REPLY_BYTES),
    sizeCalculation: ({ reply }, name) => reply.byteLength() + 2 * name.length + OVERHEAD_BYTES,
  });

/**
 * Makes a function that tells whether it was given the same text recently. It keeps a hash of 4 bytes for each place; a
 * text whose place is taken replaces the one there, and only rarely is one text mistaken for another.
 */
export function createDoorkeeper(places: number): (text: string) => boolean {
  const met = new Uint32Array(places);
  return (text) => {
    const hash = hashOf(text);
    const place = hash % places;
    const isKnown = met[place] === hash;
    met[place] = hash;
    return isKnown;
  };
}

/** FNV-1a, 32 bits; never 0, which marks an empty place. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return hash >>> 0 || 1;
}
