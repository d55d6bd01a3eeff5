/** What a writer knows about one of its pages. */
interface Expected {
  readonly id: number;
  readonly title: string;
  readonly slug: string;
}
/** A page's state; null if it is deleted. */
type State = Expected | null;

/** A client that writes pages of its own, one request after the other, and remembers what was acknowledged. */
export interface CrashWriter {
  /** Writes until the server has ended. */
  run(url: string): Promise<void>;
  /** Throws unless the server has what was acknowledged, or what the interrupted request would have made. */
  check(url: string): Promise<void>;
  /** All commits that were acknowledged. */
  readonly commits: readonly string[];
}

interface Options {
  readonly name: string;
  readonly token: string;
  random(): number;
}

/** More pages would make the checks between the rounds slower, not stricter. */
const MAX_PAGES = 8;

export function createCrashWriter({ name, token, random }: Options): CrashWriter {
  const pages = new Map<number, Expected>();
  const commits: string[] = [];
  /** What the current request would make of a page; its id is unknown while it is being created. */
  let underWay: { readonly id: number | null; readonly after: State } | null = null;
  let counter = 0;

  async function ask(method: string, url: string, body?: object): Promise<Response> {
    return fetch(url, {
      method,
      headers: { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    });
  }

  /** A request and what it makes of the page. */
  function nextWrite(): { method: string; path: string; body?: object; id: number | null; after: State } {
    counter += 1;
    const title = `${name} ${counter} ${'x'.repeat(Math.floor(random() * 400))}`.trim();
    const slug = `${name}-${counter}`;
    const own = [...pages.values()];
    const page = own[Math.floor(random() * own.length)];
    const draw = random();
    if (!page || (draw < 0.3 && own.length < MAX_PAGES)) {
      return {
        method: 'POST',
        path: '',
        body: { title, slug, type: 'plain' },
        id: null,
        after: { id: 0, title, slug },
      };
    }
    const path = `/${page.id}`;
    if (draw < 0.7) return { method: 'PUT', path, body: { title }, id: page.id, after: { ...page, title } };
    if (draw < 0.85) return { method: 'PUT', path, body: { slug }, id: page.id, after: { ...page, slug } };
    return { method: 'DELETE', path, id: page.id, after: null };
  }

  function acknowledge(id: number, after: State): void {
    if (after) pages.set(id, { ...after, id });
    else pages.delete(id);
    underWay = null;
  }

  async function writeOnce(url: string): Promise<void> {
    const { method, path, body, id, after } = nextWrite();
    underWay = { id, after };
    const response = await ask(method, `${url}/api/admin/pages${path}`, body);
    if (response.status >= 500) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
    const answer = (await response.json()) as { data: { id?: number } };
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${JSON.stringify(answer)}`);
    commits.push(response.headers.get('x-commit') ?? '');
    acknowledge(id ?? answer.data.id ?? 0, after);
  }

  async function readOne(url: string, id: number): Promise<State> {
    const response = await ask('GET', `${url}/api/admin/pages/${id}`);
    if (response.status === 404) return null;
    const { data } = (await response.json()) as { data: Expected };
    return { id, title: data.title, slug: data.slug };
  }

  const isSame = (a: State, b: State): boolean => JSON.stringify(a) === JSON.stringify(b);

  async function check(url: string): Promise<void> {
    for (const expected of pages.values()) {
      const found = await readOne(url, expected.id);
      const cutOff = underWay?.id === expected.id ? underWay.after : expected;
      if (!isSame(found, expected) && !isSame(found, cutOff)) {
        throw new Error(
          `Page ${expected.id} is ${JSON.stringify(found)}, acknowledged was ${JSON.stringify(expected)}`,
        );
      }
      if (found) pages.set(expected.id, found);
      else pages.delete(expected.id);
    }
    underWay = null;
  }

  return {
    commits,
    check,
    async run(url) {
      for (;;) {
        try {
          await writeOnce(url);
        } catch (error) {
          // The connection breaks when the server is killed; any other error is a failure.
          if (error instanceof TypeError) return;
          throw error;
        }
      }
    },
  };
}
