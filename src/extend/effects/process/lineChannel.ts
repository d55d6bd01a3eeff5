import type { Duplex } from 'node:stream';

/** Exchanges JSON values with another process, one a line. */
export interface LineChannel {
  send(value: object): void;
  close(): void;
}

interface ChannelOptions {
  /** A longer line ends the channel. */
  readonly maxBytes: number;
  /** Takes a value that the other side has sent, whatever it is. */
  take(value: unknown): void;
  /** Called once, when nothing more comes. */
  onEnd(): void;
}

const NEWLINE = 10;

/** What the other side sends is not trusted: a line that is too long, or no JSON, ends the channel. */
export function openLineChannel(stream: Duplex, { maxBytes, take, onEnd }: ChannelOptions): LineChannel {
  let parts: Buffer[] = [];
  let size = 0;

  function receive(chunk: Buffer): void {
    let rest = chunk;
    for (let end = rest.indexOf(NEWLINE); end >= 0; end = rest.indexOf(NEWLINE)) {
      const line = Buffer.concat([...parts, rest.subarray(0, end)]);
      rest = rest.subarray(end + 1);
      [parts, size] = [[], 0];
      takeLine(line.toString());
    }
    parts.push(rest);
    size += rest.length;
    if (size > maxBytes) stream.destroy();
  }

  function takeLine(line: string): void {
    let value: unknown;
    try {
      value = JSON.parse(line);
    } catch {
      stream.destroy();
      return;
    }
    take(value);
  }

  stream.on('data', receive).once('close', onEnd);
  // A broken pipe closes the stream, too.
  stream.on('error', () => undefined);
  return {
    send: (value) => void (stream.writable && stream.write(`${JSON.stringify(value)}\n`)),
    close: () => void stream.destroy(),
  };
}
