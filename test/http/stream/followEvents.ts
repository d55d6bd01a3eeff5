import { onTestFinished } from 'vitest';
import { PASSWORD, type Site } from '../../makeSite.ts';

export interface Heard {
  readonly id: string | undefined;
  readonly event: string;
  // biome-ignore lint/suspicious/noExplicitAny: a test names what it expects of an event
  readonly data: any;
}

/** A client that follows events. */
export interface Stream {
  readonly status: number;
  readonly headers: Headers;
  readonly heard: readonly Heard[];
  readonly isOver: boolean;
  leave(): Promise<void>;
}

/** The headers of a viewer. */
export async function logIn(site: Site): Promise<Readonly<Record<string, string>>> {
  const { body } = await site.ask('POST /admin/auth/login', {
    body: { email: 'viewer@example.org', password: PASSWORD },
  });
  return { authorization: `Bearer ${body.data.token}` };
}

interface Following {
  readonly login?: Promise<Readonly<Record<string, string>>>;
  /** Which events are kept; all of them by default. */
  hears?(event: string): boolean;
}

/** Follows events as a viewer, after the one with `lastId` if given. */
export async function follow(
  site: Site,
  lastId?: string,
  { login = logIn(site), hears = () => true }: Following = {},
): Promise<Stream> {
  const headers = { ...(await login), ...(lastId !== undefined && { 'last-event-id': lastId }) };
  const leaving = new AbortController();
  const response = await fetch(`${site.url}/api/admin/events`, { headers, signal: leaving.signal });
  const heard: Heard[] = [];
  const stream = { status: response.status, headers: response.headers, heard, isOver: false, leave: leave };
  const done = (async () => {
    let text = '';
    for await (const chunk of response.body!.pipeThrough(new TextDecoderStream())) {
      text += chunk;
      const blocks = text.split('\n\n');
      text = blocks.pop() ?? '';
      heard.push(...blocks.flatMap(readBlock).filter(({ event }) => hears(event)));
    }
  })()
    .catch(() => undefined)
    .finally(() => {
      stream.isOver = true;
    });
  async function leave(): Promise<void> {
    leaving.abort();
    await done;
  }
  onTestFinished(leave);
  return stream;
}

function readBlock(block: string): readonly Heard[] {
  const fields = new Map(block.split('\n').map((line) => line.split(/: (.*)/, 2) as [string, string]));
  const event = fields.get('event');
  return event === undefined ? [] : [{ id: fields.get('id'), event, data: JSON.parse(fields.get('data') ?? '') }];
}
