import type { ReadStream } from 'node:tty';

/** For whoever ends the question. */
const stopped = (): Error => new Error('Stopped: nothing has changed');

const [END_OF_TEXT, END_OF_TRANSMISSION, BACKSPACE, DELETE] = ['\u0003', '\u0004', '\b', '\u007f'];

/** Asks for a text on the terminal without showing it. */
export async function askSecret(question: string, input: ReadStream = process.stdin): Promise<string> {
  process.stderr.write(question);
  input.setRawMode(true);
  try {
    return await readLine(input);
  } finally {
    input.setRawMode(false);
    input.pause();
    process.stderr.write('\n');
  }
}

async function readLine(input: ReadStream): Promise<string> {
  const typed: string[] = [];
  input.setEncoding('utf8');
  for await (const text of input.iterator({ destroyOnReturn: false }) as AsyncIterable<string>) {
    for (const key of text) {
      if (key === '\r' || key === '\n') return typed.join('');
      if (key === END_OF_TEXT || key === END_OF_TRANSMISSION) throw stopped();
      if (key === BACKSPACE || key === DELETE) typed.pop();
      else typed.push(key);
    }
  }
  throw stopped();
}

/** All that is piped in, without the end of its line. */
export async function readPiped(input: AsyncIterable<string | Uint8Array> = process.stdin): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of input) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks)
    .toString('utf8')
    .replace(/\r?\n$/, '');
}
