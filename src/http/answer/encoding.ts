import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { memoizeByText } from '../../lib/list/createLruCache.ts';

/** How the bytes of an answer can be encoded (RFC 9110, 8.4.1), the best first. */
const ENCODINGS = ['br', 'gzip', 'identity'] as const;
export type Encoding = (typeof ENCODINGS)[number];

/** Below this, compression saves no packet. */
const MIN_BYTES = 1024;
const TEXT = /^(text\/|image\/svg\+xml|application\/([\w.-]+\+)?(json|xml)\b)/;

export const isCompressible = (type: string, bytes: Buffer): boolean => bytes.length >= MIN_BYTES && TEXT.test(type);

const MAX_REMEMBERED = 200;

/**
 * Makes the function that chooses an encoding for an Accept-Encoding. It remembers its choices: clients send few
 * different headers.
 */
export function createEncodingReader(): (accepted: string | undefined) => Encoding {
  const choose = memoizeByText(chooseEncoding, MAX_REMEMBERED);
  return (accepted = '') => choose(accepted);
}

/**
 * Chooses by RFC 9110, 12.5.3; the best of equally welcome encodings. A client that refuses them all gets the bytes as
 * they are.
 */
export function chooseEncoding(accepted: string): Encoding {
  const weights = readWeights(accepted);
  const weightOf = (encoding: Encoding): number => weights.get(encoding) ?? weights.get('*') ?? 0;
  const welcome = ENCODINGS.filter((encoding) => weightOf(encoding) > 0);
  return welcome.toSorted((a, b) => weightOf(b) - weightOf(a))[0] ?? 'identity';
}

/** The weight of each value in a header such as Accept (RFC 9110, 12.4.2). */
export const readWeights = (accepted: string): ReadonlyMap<string, number> =>
  new Map(accepted.split(',').map(readWeight));

function readWeight(part: string): readonly [name: string, weight: number] {
  const [name = '', ...parameters] = part.toLowerCase().split(';');
  const weight = parameters.map((text) => text.trim()).find((text) => text.startsWith('q='));
  const value = weight === undefined ? 1 : Number(weight.slice(2));
  return [name.trim(), Number.isFinite(value) ? value : 0];
}

const compressors: Readonly<Record<Exclude<Encoding, 'identity'>, (bytes: Buffer) => Promise<Buffer>>> = {
  // Above quality 5 of 11, brotli takes several times as long for a few per cent.
  br: (bytes) =>
    promisify(brotliCompress)(bytes, {
      params: { [constants.BROTLI_PARAM_QUALITY]: 5, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length },
    }),
  gzip: (bytes) => promisify(gzip)(bytes),
};

/** Compresses on a thread of Node's pool. */
export const compress = (bytes: Buffer, encoding: Exclude<Encoding, 'identity'>): Promise<Buffer> =>
  compressors[encoding](bytes);
