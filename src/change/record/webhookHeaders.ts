import type { Webhook } from '../../model/entities/webhook.ts';
import type { Problems } from '../problems.ts';

type Json = Readonly<Record<string, unknown>>;

/** A token (RFC 9110, 5.6.2). */
const NAME = /^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,100}$/;
/** Visible characters, with blanks in between. */
const VALUE = /^[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?$/;
/** What belongs to the connection or to the message itself (RFC 9110, 7.6.1), and cookies. */
const RESERVED =
  /^(?:host|content-.*|connection|keep-alive|proxy-.*|te|trailer|transfer-encoding|upgrade|expect|cookie|webhook-.*)$/i;
const MAX_HEADERS = 20;

/** Notes what is wrong with the headers of a webhook's messages. */
export function checkHeaders(headers: Json, problems: Problems): void {
  const names = Object.keys(headers);
  if (names.length > MAX_HEADERS) problems.add(['headers'], `must be at most ${MAX_HEADERS}`);
  if (new Set(names.map((name) => name.toLowerCase())).size < names.length)
    problems.add(['headers'], 'must not name a header twice');
  for (const [name, value] of Object.entries(headers)) {
    if (!NAME.test(name)) problems.add(['headers', name], 'must be the name of a header');
    else if (RESERVED.test(name)) problems.add(['headers', name], 'is set by the server');
    else if (typeof value === 'string' && !VALUE.test(value))
      problems.add(['headers', name], 'must be visible ASCII characters');
  }
}

/** Where a value stands that is shown to nobody: `true` in its place, as it is read, keeps it. */
const KEPT = true;

/**
 * The input with the secret values that it keeps. They are only for the host they were given for: kept for another one
 * they would be told to it.
 */
export function withKeptValues(input: Json, before: Webhook | null, problems: Problems): Json {
  const moves = before !== null && typeof input['url'] === 'string' && !isSameHost(before.url, input['url']);
  const keep = (path: readonly string[], value: unknown, stored: string | undefined): unknown => {
    if (value !== KEPT) return value;
    if (stored === undefined) problems.add(path, 'has no value yet');
    else if (moves) problems.add(path, 'must be given anew for another host');
    return stored;
  };
  const { headers = absent(before?.headers, moves), gitlab = absent(before?.gitlab, moves) } = input as Secrets;
  const stored = new Map(Object.entries(before?.headers ?? {}).map(([name, value]) => [name.toLowerCase(), value]));
  return {
    ...input,
    ...(headers && {
      headers: Object.fromEntries(
        Object.entries(headers).map(([name, value]) => [
          name,
          keep(['headers', name], value, stored.get(name.toLowerCase())),
        ]),
      ),
    }),
    ...(gitlab && { gitlab: { ...gitlab, token: keep(['gitlab', 'token'], gitlab['token'], before?.gitlab?.token) } }),
  };
}

interface Secrets {
  readonly headers?: Json | null;
  readonly gitlab?: Json | null;
}

/** What is not named stays as it is; when the webhook moves to another host that is as if it were kept by name. */
function absent(stored: Json | undefined, moves: boolean): Json | undefined {
  if (stored === undefined || !moves) return undefined;
  return Object.fromEntries(Object.entries(stored).map(([name, value]) => [name, name === 'ref' ? value : KEPT]));
}

const originOf = (url: string): string | null => (URL.canParse(url) ? new URL(url).origin : null);
const isSameHost = (one: string, other: string): boolean => originOf(one) === originOf(other);
