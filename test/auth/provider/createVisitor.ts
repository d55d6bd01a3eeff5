/** Somebody with a browser: its cookies, and the addresses that it is led to. */
export interface Visitor {
  /** Opens an address and goes wherever it leads, up to one that `isEnd` says is the last. */
  open(url: string, isEnd?: (url: string) => boolean): Promise<Arrival>;
  /** Sends a request to Quire, as a page of the interface does. */
  ask(call: string, body?: unknown): Promise<{ readonly status: number; readonly body: unknown }>;
  /** The cookies for Quire, by name. */
  readonly cookies: Map<string, string>;
}

export interface Arrival {
  readonly url: string;
  readonly status: number;
  readonly text: string;
  readonly setCookies: readonly string[];
}

interface Options {
  /** What Quire calls itself, and where it is. */
  readonly siteUrl: string;
  readonly at: () => string;
}

const MAX_STEPS = 12;

export function createVisitor({ siteUrl, at }: Options): Visitor {
  const jars = new Map<string, Map<string, string>>([[siteUrl, new Map()]]);
  const jarOf = (url: string): Map<string, string> => {
    const { origin } = new URL(url);
    const jar = jars.get(origin) ?? new Map<string, string>();
    jars.set(origin, jar);
    return jar;
  };

  async function send(url: string, request: RequestInit = {}) {
    const jar = jarOf(url);
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
    const reached = url.startsWith(siteUrl) ? `${at()}${url.slice(siteUrl.length)}` : url;
    const answer = await fetch(reached, {
      ...{ redirect: 'manual', ...request },
      headers: { ...request.headers, ...(cookie !== '' && { cookie }) },
    });
    for (const line of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (value === '' || /max-age=0|expires=Thu, 01 Jan 1970/i.test(line)) jar.delete(name);
      else jar.set(name, value);
    }
    return answer;
  }

  return {
    // The map of Quire's cookies is made at once.
    cookies: jars.get(siteUrl)!,
    async open(url, isEnd = () => false) {
      let address = url.startsWith('/') ? `${siteUrl}${url}` : url;
      for (let step = 0; step < MAX_STEPS; step++) {
        const answer = await send(address);
        const text = await answer.text();
        const location = answer.headers.get('location');
        const next = location === null ? null : new URL(location, address).href;
        const arrival = { status: answer.status, text, setCookies: answer.headers.getSetCookie() };
        if (next === null) return { url: address, ...arrival };
        if (isEnd(next)) return { url: next, ...arrival };
        address = next;
      }
      throw new Error(`There are too many redirects, the last to ${address}`);
    },
    async ask(call, body) {
      const [method = 'GET', path = ''] = call.split(' ');
      const answer = await send(`${siteUrl}/api${path}`, {
        method,
        headers: { 'sec-fetch-site': 'same-origin', ...(body !== undefined && { 'content-type': 'application/json' }) },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
      const text = await answer.text();
      return { status: answer.status, body: text === '' ? undefined : JSON.parse(text) };
    },
  };
}
