import { copyToOwnBuffer } from '../../lib/turn/copyToOwnBuffer.ts';
import { compress, type Encoding, isCompressible } from '../answer/encoding.ts';
import type { HeaderLines } from '../header/headerLines.ts';

/** The bytes of an answer in one encoding, with the header lines that describe them. */
export interface EncodedReply {
  readonly etag: string;
  readonly bytes: Buffer;
  /** Sent with the bytes: all lines that do not depend on a request or moment. */
  readonly whole: HeaderLines;
  /** Sent to callers who have the bytes. */
  readonly unchanged: HeaderLines;
}

/** A public answer; what a caller gets of it depends only on their headers. */
export interface Reply {
  readonly route: string;
  /** The time to the next scheduled change that may end it; undefined if there is none. */
  secondsLeft(): number | undefined;
  /** Returns at once for an encoding that was asked for before. Each is made once, on another thread. */
  form(encoding: Encoding): EncodedReply | Promise<EncodedReply>;
  /** Of all forms made so far. */
  byteLength(): number;
}

export interface ReplyParts extends Pick<Reply, 'route' | 'secondsLeft'> {
  /** Sent to every caller, also to those who have the bytes. */
  readonly lines: HeaderLines;
  readonly type: string;
  readonly bytes: Buffer;
  /** Names the bytes, unquoted. */
  readonly tag: string;
  /** Called when another form has been made. */
  grown(): void;
}

export function createReply({ route, secondsLeft, type, bytes, tag, lines, grown }: ReplyParts): Reply {
  const parts = { type, lines };
  const identity = createForm({ bytes, tag, encoding: 'identity', ...parts });
  const forms = new Map<Encoding, EncodedReply | Promise<EncodedReply>>();

  async function make(encoding: Exclude<Encoding, 'identity'>): Promise<EncodedReply> {
    try {
      const compressed = await compress(bytes, encoding);
      const form = createForm({ bytes: copyToOwnBuffer(compressed), tag: `${tag}-${encoding}`, encoding, ...parts });
      forms.set(encoding, form);
      grown();
      return form;
    } catch (error) {
      forms.delete(encoding);
      throw error;
    }
  }

  return {
    route,
    secondsLeft,
    form(encoding) {
      if (encoding === 'identity' || !isCompressible(type, bytes)) return identity;
      const known = forms.get(encoding);
      if (known) return known;
      const pending = make(encoding);
      forms.set(encoding, pending);
      return pending;
    },
    byteLength: () =>
      [...forms.values()].reduce((sum, form) => sum + ('bytes' in form ? form.bytes.length : 0), bytes.length),
  };
}

interface FormParts extends Pick<ReplyParts, 'type' | 'lines' | 'bytes' | 'tag'> {
  readonly encoding: Encoding;
}

function createForm({ type, lines, bytes, tag, encoding }: FormParts): EncodedReply {
  const etag = `"${tag}"`;
  const coding = encoding === 'identity' ? [] : ['Content-Encoding', encoding];
  const unchanged = [...lines, 'ETag', etag];
  const whole = [...unchanged, 'Content-Type', type, 'Content-Length', String(bytes.length), ...coding];
  return { etag, bytes, whole, unchanged };
}
