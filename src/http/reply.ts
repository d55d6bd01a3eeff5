import { standAlone } from '../lib/standAlone.ts';
import { compress, type Encoding, isCompressible } from './encoding.ts';

/** Header lines as node takes them: name, value, name, value … */
export type Lines = readonly string[];

/** The bytes of an answer in one encoding, with the header lines that tell of them. */
export interface Form {
  readonly etag: string;
  readonly bytes: Buffer;
  /** Those that tell of the bytes. */
  readonly own: Lines;
  /** All that do not tell of one request or moment: with the bytes, and for callers who have them. */
  readonly lines: Lines;
  readonly linesUnchanged: Lines;
}

/** A public answer as it was made: what each caller gets of it depends on nothing but their headers. */
export interface Reply {
  readonly route: string;
  /** Whether the next scheduled change may end it. */
  readonly isBounded: boolean;
  /** Answers at once for an encoding that was asked for before. Each is made once, in another thread. */
  form(encoding: Encoding): Form | Promise<Form>;
  /** Of all forms there are. */
  byteLength(): number;
}

interface ReplyParts extends Pick<Reply, 'route' | 'isBounded'> {
  /** What every caller gets, also those who have the bytes. */
  readonly lines: Lines;
  readonly type: string;
  readonly bytes: Buffer;
  /** Names the bytes, unquoted. */
  readonly tag: string;
  /** Told when there is another form. */
  grown(): void;
}

export function createReply({ type, bytes: made, tag, lines, grown, ...head }: ReplyParts): Reply {
  const bytes = standAlone(made);
  const identity = createForm({ type, lines, bytes, tag, encoding: 'identity' });
  const forms = new Map<Encoding, Form | Promise<Form>>([['identity', identity]]);

  async function make(encoding: Exclude<Encoding, 'identity'>): Promise<Form> {
    try {
      const compressed = await compress(bytes, encoding);
      const form = createForm({ type, lines, bytes: standAlone(compressed), tag: `${tag}-${encoding}`, encoding });
      forms.set(encoding, form);
      grown();
      return form;
    } catch (error) {
      forms.delete(encoding);
      throw error;
    }
  }

  return {
    ...head,
    form(encoding) {
      if (encoding === 'identity' || !isCompressible(type, bytes)) return identity;
      const known = forms.get(encoding);
      if (known) return known;
      const coming = make(encoding);
      forms.set(encoding, coming);
      return coming;
    },
    byteLength: () => [...forms.values()].reduce((sum, form) => sum + ('bytes' in form ? form.bytes.length : 0), 0),
  };
}

interface FormParts extends Pick<ReplyParts, 'type' | 'lines' | 'bytes' | 'tag'> {
  readonly encoding: Encoding;
}

function createForm({ type, lines, bytes, tag, encoding }: FormParts): Form {
  const etag = `"${tag}"`;
  const coding = encoding === 'identity' ? [] : ['Content-Encoding', encoding];
  const own = ['Content-Type', type, 'Content-Length', String(bytes.length), ...coding];
  const linesUnchanged = [...lines, 'ETag', etag];
  return { etag, bytes, own, lines: [...linesUnchanged, ...own], linesUnchanged };
}
