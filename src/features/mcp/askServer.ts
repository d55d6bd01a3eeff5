/** A refusal by the server, with its own message. */
export class ServerRefusal extends Error {
  override readonly name = 'Refused';
}

export interface ServerQuestion {
  readonly query?: Readonly<Record<string, string | number | undefined>>;
  /** Sent as JSON. */
  readonly body?: unknown;
  /** The change to read and write instead of the live site. */
  readonly change?: string | undefined;
  /** The version that the request is based on: the server refuses it if there is a newer one. */
  readonly ifMatch?: string;
}

/** Sends a request to a path below `/api/admin`. @throws Refused with the server's own message */
export type AskServer = (method: string, path: string, question?: ServerQuestion) => Promise<ServerAnswer>;

export interface ServerAnswer {
  readonly data: unknown;
  readonly meta?: unknown;
}

export interface AskServerOptions {
  /** The server's address, with its base path. */
  readonly url: string;
  /** An API key of that server. */
  readonly key: string;
  readonly fetch?: typeof fetch;
}

export function createAskServer({ url, key, fetch: send = (...all) => fetch(...all) }: AskServerOptions): AskServer {
  const base = `${url.replace(/(?<!\/)\/+$/, '')}/api/admin`;
  return async (method, path, { query = {}, body, change, ifMatch } = {}) => {
    const address = new URL(base + path);
    for (const [name, value] of Object.entries(query))
      if (value !== undefined) address.searchParams.set(name, String(value));
    const headers: Record<string, string> = { 'X-API-Key': key, Accept: 'application/json' };
    if (change !== undefined) headers['Quire-Change'] = encodeURIComponent(change);
    if (ifMatch !== undefined) headers['If-Match'] = `"${ifMatch}"`;
    // Unknown names are mistakes; without this the server would drop them silently.
    if (method !== 'GET') headers['Prefer'] = 'handling=strict';
    if (body !== undefined) headers['Content-Type'] = 'application/json';
    const response = await send(address, {
      method,
      headers,
      redirect: 'error',
      ...(body !== undefined && { body: JSON.stringify(body) }),
    }).catch((error: unknown) => {
      throw new ServerRefusal(`${base} cannot be reached: ${reasonOf(error)}`);
    });
    const answer: unknown = await response.json().catch(() => undefined);
    if (response.ok && isAnswer(answer)) return answer;
    throw new ServerRefusal(
      sayErrors(answer) ?? `${base}${path} answered ${response.status}, but not as Quire does: check the address`,
    );
  };
}

const isAnswer = (value: unknown): value is ServerAnswer =>
  typeof value === 'object' && value !== null && 'data' in value;

/** Node gives the reason in the error's cause. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error && error.cause.message !== '' ? error.cause.message : error.message;
}

/** The errors of an answer, with everything it says about them, such as the values that clash. */
function sayErrors(answer: unknown): string | undefined {
  if (typeof answer !== 'object' || answer === null || !('errors' in answer) || !Array.isArray(answer.errors)) return;
  const { errors, ...more } = answer as { readonly errors: readonly unknown[] };
  return JSON.stringify(Object.keys(more).length > 0 ? { errors, ...more } : { errors }, null, 2);
}
