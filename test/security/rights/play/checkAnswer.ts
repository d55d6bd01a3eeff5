import type { Picture } from './checkWrites.ts';
import { WORD } from './randomSite.ts';
import type { Request } from './requests/world.ts';
import { may, type Role } from './roleModel.ts';
import type { Answer } from './send.ts';
import type { Memory } from './words.ts';

interface Answered {
  readonly role: Role;
  readonly request: Request;
  readonly reply: Answer;
  readonly before: Picture;
  readonly memory: Memory;
}

/** Reads that show what is live, and nothing that was or will be. */
const PRESENT = /^\/admin\/(?:pages|blocks|menus|media|taxonomies|search|dashboard|page-tree|mentions|problems|export)/;
/** Reads that show files as they are, with the addresses that they mention. */
const AS_WRITTEN = /^\/admin\/(?:export|problems|changes)|\/diff$/;
const PAST = /\/(?:revisions|draft)/;

/** The words in an answer that the role may not have seen, by what they come from. */
export function checkAnswer({ role, request, reply, before, memory }: Answered): readonly string[] {
  const asked = new Set((request.path + JSON.stringify(request.body ?? '')).match(WORD));
  const words = new Set(JSON.stringify([reply.body ?? null, reply.headers]).match(WORD));
  const isPresent =
    request.method === 'GET' && PRESENT.test(request.path) && !PAST.test(request.path) && request.headers === undefined;
  const mayKnow = (name: string): boolean => {
    // What everybody is told of the site.
    if (/^(?:settings|contentType|blockType)\//.test(name)) return true;
    const live = isPresent ? before.live.get(name) : undefined;
    return (live ? [live] : memory.versionsOf(name)).some((version) => may(role, 'read', version));
  };
  return [...words].flatMap((word) => {
    const origins = memory.originsOf(word);
    if (asked.has(word) || origins.length === 0 || origins.some(mayKnow)) return [];
    const holders = memory
      .holdersOf(word)
      .filter((name) => AS_WRITTEN.test(request.path) || name.startsWith('redirect/'));
    if (holders.some(mayKnow)) return [];
    return [`shows ${word} of ${origins.join(', ')} in ${placeOf(reply.body, word)}`];
  });
}

/** Where an answer has a word. */
function placeOf(value: unknown, word: string, path: readonly string[] = []): string {
  if (typeof value === 'string') return value.includes(word) ? path.join('.') : '';
  if (typeof value !== 'object' || value === null) return '';
  for (const [key, inner] of Object.entries(value)) {
    if (key.includes(word)) return [...path, key].join('.');
    const found = placeOf(inner, word, [...path, key]);
    if (found) return found;
  }
  return '';
}
