import { type IncomingMessage, request } from 'node:http';

/** A request whose head the server has accepted, and whose body it waits for. */
export interface BegunRequest {
  /** Sends the body; the status and the JSON of the answer. */
  // biome-ignore lint/suspicious/noExplicitAny: a test names what it expects of an answer
  finish(body: string | Uint8Array): Promise<{ readonly status: number; readonly body: any }>;
}

interface Head {
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** Sends the head of a request; resolves when the server asks for the body, rejects if it answers instead. */
export async function beginRequest(url: string, { method, headers }: Head): Promise<BegunRequest> {
  const sent = request(url, { method, agent: false, headers: { ...headers, expect: '100-continue' } });
  const answered = new Promise<IncomingMessage>((resolve, reject) => {
    sent.once('response', resolve).once('error', reject);
  });
  sent.flushHeaders();
  const isWanted = new Promise<true>((resolve) => void sent.once('continue', () => resolve(true)));
  if ((await Promise.race([isWanted, answered])) !== true)
    throw new Error(`${method} ${url} is answered before its body: ${(await answered).statusCode}`);
  return {
    async finish(body) {
      sent.end(body);
      const response = await answered;
      const text = Buffer.concat(await response.toArray()).toString();
      return { status: response.statusCode ?? 0, body: JSON.parse(text) };
    },
  };
}

/** A form with a file, as the bytes of a body, and the header that says so. */
export const fileForm = (name: string, text: string) => ({
  headers: { 'content-type': 'multipart/form-data; boundary=quire' },
  body: `--quire\r\nContent-Disposition: form-data; name="file"; filename="${name}"\r\nContent-Type: text/plain\r\n\r\n${text}\r\n--quire--\r\n`,
});
