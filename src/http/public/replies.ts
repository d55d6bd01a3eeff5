import type { IncomingHttpHeaders } from 'node:http';
import { LRUCache } from 'lru-cache';
import type { CacheConfig } from '../../config.ts';
import { copyToOwnBuffer } from '../../lib/turn/copyToOwnBuffer.ts';
import type { Edition, Editions } from '../../view/edition.ts';
import { cacheControl } from '../answer/cacheControl.ts';
import { createReply, type Reply, type ReplyParts } from './reply.ts';

/** The bytes of answers kept in memory: of all together, and of one. */
const MAX_BYTES = 64 * 1024 * 1024;
const MAX_REPLY_BYTES = 8 * 1024 * 1024;
/** The memory an answer takes beside its bytes: its header lines and the objects that hold them. */
const OVERHEAD_BYTES = 2048;
/** How many requested addresses are remembered. */
const DOORKEEPER_PLACES = 64 * 1024;

/** The name of a request, and the headers that its answer may depend on. */
interface ReplyKey {
  /** The address; for a request with a body also that body. */
  readonly name: string;
  readonly headers: IncomingHttpHeaders;
}

interface ReplyCacheEntry {
  readonly reply: Reply;
  readonly edition: Edition;
  /** The request headers that it depends on, with their values. */
  readonly asked: readonly (readonly [name: string, value: string | string[] | undefined])[];
}

/** A new answer. */
export interface NewReply extends Omit<ReplyParts, 'grown' | 'secondsLeft'> {
  /** How long it was valid when it was made. */
  readonly maxAgeSeconds: number | undefined;
  /** The edition in which its handler began. */
  readonly edition: Edition;
  readonly variesBy: readonly string[];
}

/** Public answers in memory, each valid until its edition ends. */
export interface Replies {
  /** The present edition. */
  edition(): Edition;
  find(wanted: ReplyKey): Reply | undefined;
  /** Turns an answer into a reply, and keeps it if it has been asked for before. */
  add(wanted: ReplyKey, made: NewReply): Reply;
  /** The present Cache-Control of a reply. */
  cacheControl(reply: Pick<Reply, 'secondsLeft'>): string;
}

interface RepliesOptions {
  readonly content: Editions;
  readonly cache: CacheConfig;
  readonly maxBytes?: number;
}

/**
 * Keeps answers by name. An answer is kept only when it is asked for a second time: keeping it would otherwise cost
 * more than making it, and a flood of addresses that are never asked for again would push out others.
 */
export function createReplies({ content, cache, maxBytes = MAX_BYTES }: RepliesOptions): Replies {
  const shelf = createShelf(maxBytes);
  const isMet = createDoorkeeper(DOORKEEPER_PLACES);
  const unbounded = cacheControl({}, cache);
  const longestSeconds = Math.max(cache.maxAgeSeconds, cache.sharedMaxAgeSeconds) + cache.staleSeconds;

  /**
   * Measures an answer again that has got another form. The copy is needed: the cache ignores a value it already holds.
   */
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
      const { route, lines, type, bytes, tag, maxAgeSeconds, edition, variesBy } = made;
      if (!isMet(name) || edition !== content.edition()) return toReply(made);
      const reply = createReply({
        route,
        lines,
        type,
        bytes: copyToOwnBuffer(bytes),
        tag,
        secondsLeft: maxAgeSeconds === undefined ? unlimited : content.secondsToNextChange,
        grown: () => weigh(name),
      });
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

/** A reply that is sent once and not kept. */
export const toReply = ({ route, lines, type, bytes, tag, maxAgeSeconds }: NewReply): Reply =>
  createReply({ route, lines, type, bytes, tag, secondsLeft: () => maxAgeSeconds, grown: () => {} });

const unlimited = (): undefined => undefined;

const createShelf = (maxSize: number): LRUCache<string, ReplyCacheEntry> =>
  new LRUCache({
    maxSize,
    maxEntrySize: Math.min(maxSize, MAX_REPLY_BYTES),
    sizeCalculation: ({ reply, asked }, name) =>
      reply.byteLength() + 2 * (name.length + countHeaderCharacters(asked)) + OVERHEAD_BYTES,
  });

/** The characters of the headers: each may be as long as a request's head. */
const countHeaderCharacters = (asked: ReplyCacheEntry['asked']): number =>
  asked.reduce((sum, [, value]) => sum + String(value).length, 0);

/**
 * Makes a function that returns whether it got the same text recently. It keeps a hash of 4 bytes for each place. A
 * text whose place is taken replaces the other one; only rarely is one text mistaken for another.
 */
export function createDoorkeeper(places: number): (text: string) => boolean {
  const met = new Uint32Array(places);
  return (text) => {
    const hash = hashReplyName(text);
    const place = hash % places;
    const isKnown = met[place] === hash;
    met[place] = hash;
    return isKnown;
  };
}

/** FNV-1a, 32 bits; never 0, which marks an empty place. */
function hashReplyName(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return hash >>> 0 || 1;
}
