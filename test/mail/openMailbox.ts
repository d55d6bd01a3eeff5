import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { onTestFinished } from 'vitest';

/** A mail as it has arrived. */
export interface ArrivedMail {
  readonly from: string;
  readonly to: readonly string[];
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** As it came over the wire. */
  readonly raw: string;
  readonly isEncrypted: boolean;
}

/** A real mail server on this machine. */
export interface Mailbox {
  readonly url: string;
  readonly port: number;
  readonly mails: readonly ArrivedMail[];
  close(): Promise<void>;
}

interface Options extends Omit<SMTPServerOptions, 'onData'> {
  readonly port?: number;
  readonly whenDone?: (end: () => Promise<void>) => void;
}

/** Opens a mail server that keeps what it gets; without options it takes everything, from everybody. */
export async function openMailbox({ port = 0, whenDone = onTestFinished, ...options }: Options = {}): Promise<Mailbox> {
  const mails: ArrivedMail[] = [];
  const server = new SMTPServer({
    ...{ authOptional: true, disabledCommands: ['STARTTLS'], logger: false },
    ...options,
    onData(stream, session, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => void chunks.push(chunk));
      stream.on('end', () => {
        const raw = Buffer.concat(chunks).toString();
        const { mailFrom, rcptTo } = session.envelope;
        mails.push({
          ...{ from: mailFrom ? mailFrom.address : '', to: rcptTo.map(({ address }) => address) },
          ...readMail(raw),
          ...{ raw, isEncrypted: session.secure },
        });
        done();
      });
    },
  });
  server.on('error', () => undefined);
  server.listen(port, '127.0.0.1');
  await once(server.server, 'listening');
  let closed: Promise<void> | undefined;
  const close = (): Promise<void> => {
    closed ??= new Promise((resolve) => server.close(() => resolve()));
    return closed;
  };
  whenDone(close);
  const { port: heard } = server.server.address() as AddressInfo;
  return { url: `smtp://127.0.0.1:${heard}`, port: heard, mails, close };
}

/** The parts of a mail with a plain text and an HTML version (RFC 2045, 2046, 2047). */
function readMail(raw: string): Pick<ArrivedMail, 'subject' | 'text' | 'html'> {
  const [head = ''] = raw.split('\r\n\r\n', 1);
  const subject = /^Subject: (.*(?:\r\n[ \t].*)*)/im.exec(head)?.[1] ?? '';
  const boundary = /boundary="([^"]+)"/.exec(head)?.[1] ?? '';
  const [, text = '', html = ''] = raw.split(`--${boundary}`);
  return { subject: decodeWords(subject), text: decodePart(text), html: decodePart(html) };
}

function decodePart(part: string): string {
  const at = part.indexOf('\r\n\r\n');
  const [head, body] = [part.slice(0, at), part.slice(at + 4)];
  if (/base64/i.test(head)) return Buffer.from(body, 'base64').toString();
  return /quoted-printable/i.test(head) ? decodeQuoted(body.replace(/=\r\n/g, '')) : body.replaceAll('\r\n', '\n');
}

const decodeQuoted = (text: string): string =>
  Buffer.from(
    text.replaceAll(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number(`0x${hex}`))),
    'latin1',
  )
    .toString()
    .replaceAll('\r\n', '\n');

const decodeWords = (text: string): string =>
  text
    .replaceAll(/\?=\s+=\?/g, '?==?')
    .replaceAll(/=\?utf-8\?([BQ])\?([^?]*)\?=/gi, (_, kind: string, word: string) =>
      kind.toUpperCase() === 'B' ? Buffer.from(word, 'base64').toString() : decodeQuoted(word.replaceAll('_', ' ')),
    )
    .replaceAll(/\r\n\s/g, ' ');
