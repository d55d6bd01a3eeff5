import type { ClientOptions, ErrorDetail } from './types.ts';

export class QuireError extends Error {
  override readonly name = 'QuireError';
  readonly status: number;
  readonly errors: readonly ErrorDetail[];

  constructor(status: number, errors: readonly ErrorDetail[]) {
    super(errors.map(({ message, path = [] }) => [path.join('.'), message].filter(Boolean).join(' ')).join('; '));
    this.status = status;
    this.errors = errors;
  }
}

type RequestQuery = Readonly<Record<string, string | number | undefined>>;

export interface ClientRequest {
  readonly query?: RequestQuery | undefined;
  /** If given, the request is a POST. */
  readonly body?: unknown;
  /** Asks for pages of any status. */
  readonly isPreview?: boolean;
  readonly signal?: AbortSignal | undefined;
}

/** Requests an address below `/api/content/`. Returns the JSON of the answer, or null if nothing is there. */
export type ContentRequester = <T>(path: string, request?: ClientRequest) => Promise<T | null>;

export function createContentRequester({
  url,
  token,
  ref,
  fetch: send = (...all) => fetch(...all),
}: ClientOptions): ContentRequester {
  const base = `${url.replace(/(?<!\/)\/+$/, '')}/api/content/`;
  return async <T>(path: string, { query, body, isPreview, signal }: ClientRequest = {}): Promise<T | null> => {
    // A path may come from the address bar: `..` in it must not lead to another address.
    if (/(^|\/)(\.{0,2}|\.{1,2}\.json)(\/|$)/.test(path)) return null;
    const isPosted = body !== undefined;
    const headers: Record<string, string> = {};
    // Public answers are the same with a credential, and browsers would send a preflight request first.
    if (token && (ref || isPreview)) headers['Authorization'] = `Bearer ${token}`;
    if (ref && isPosted) headers['Quire-Ref'] = ref;
    if (isPosted) headers['Content-Type'] = 'application/json';
    const response = await send(base + path + toQuery({ ...query, ref: isPosted ? undefined : ref }), {
      headers,
      ...(isPosted && { method: 'POST', body: JSON.stringify(body) }),
      ...(signal && { signal }),
    });
    if (response.status === 404) return null;
    // The status shows whether Quire answered; that the answer has the contract's shape is taken on trust.
    const answer = (await response.json().catch(() => undefined)) as (T & { errors?: ErrorDetail[] }) | undefined;
    if (response.ok && answer) return answer;
    const told = [
      { code: 'BAD_ANSWER', message: `${base}${path} answered ${response.status}, but not in Quire's format` },
    ];
    throw new QuireError(response.status, answer?.errors ?? told);
  };
}

function toQuery(query: RequestQuery): string {
  const given = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) if (value !== undefined) given.set(name, String(value));
  return given.size ? `?${given}` : '';
}

/** A slug as part of an address, encoded. */
export const encodeSlug = (slug: string): string => slug.split('/').filter(Boolean).map(encodeURIComponent).join('/');

/** The error that a server would answer to a bad request. */
export const badRequest = (path: string[], message: string): QuireError =>
  new QuireError(400, [{ code: 'VALIDATION', message, path }]);
