import type { HttpClient } from 'isomorphic-git';

/** A host that says nothing for this long is lost. */
const SILENT_MS = 60_000;
/** An upload is handed to the connection in pieces of this size: each one taken shows that the host is still reading. */
const PIECE_BYTES = 64 * 1024;
/** The most that is read: a pack is held in memory. */
const MAX_BYTES = 1024 * 1024 * 1024;

/**
 * The requests of isomorphic-git, within bounds of size and silence. Follows no redirect, which could carry a token to
 * whoever the host names.
 */
export const createPortableHttp = (silentMs = SILENT_MS): HttpClient => ({
  async request({ url, method = 'GET', headers = {}, body }) {
    const sent = body && (await collectBytes(body));
    const silence = createSilence(silentMs);
    const reply = await fetch(url, {
      ...{ method, headers, redirect: 'manual', signal: silence.signal },
      ...(sent && upload(sent, headers, silence)),
    }).catch((error: unknown) => {
      silence.end();
      throw error;
    });
    const location = reply.headers.get('location');
    if (location !== null && reply.status >= 300 && reply.status < 400) {
      silence.end();
      await reply.body?.cancel();
      throw new Error(`The repository has moved to ${withoutService(location)}`);
    }
    return {
      url,
      method,
      headers: Object.fromEntries(reply.headers),
      statusCode: reply.status,
      statusMessage: reply.statusText,
      body: readBounded(reply, silence),
    };
  },
});

async function collectBytes(body: AsyncIterable<Uint8Array> | Iterable<Uint8Array>): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of body) chunks.push(chunk);
  return Buffer.concat(chunks);
}

/** A body of known length, sent piece by piece: a whole one would show no progress. */
const upload = (bytes: Buffer, headers: Readonly<Record<string, string>>, silence: Silence) => ({
  headers: { ...headers, 'content-length': String(bytes.length) },
  body: ReadableStream.from(pieces(bytes, silence)),
  duplex: 'half' as const,
});

function* pieces(bytes: Buffer, silence: Silence): Generator<Uint8Array, void, unknown> {
  for (let at = 0; at < bytes.length; at += PIECE_BYTES) {
    yield bytes.subarray(at, at + PIECE_BYTES);
    silence.hear();
  }
}

const withoutService = (location: string): string => location.replace(/\/info\/refs\?.*$|\/git-[a-z]+-pack$/, '');

interface Silence {
  readonly signal: AbortSignal;
  hear(): void;
  end(): void;
}

function createSilence(silentMs: number): Silence {
  const controller = new AbortController();
  const timer = setTimeout(() => controller.abort(new Error('Connection timed out: the host went silent')), silentMs);
  return { signal: controller.signal, hear: () => void timer.refresh(), end: () => clearTimeout(timer) };
}

async function* readBounded({ body }: Response, silence: Silence): AsyncGenerator<Uint8Array, void, unknown> {
  let bytes = 0;
  try {
    for await (const chunk of (body ?? []) as AsyncIterable<Uint8Array>) {
      bytes += chunk.length;
      if (bytes > MAX_BYTES) throw new Error('the host broke off: it sends too much');
      silence.hear();
      yield chunk;
    }
  } finally {
    silence.end();
  }
}
