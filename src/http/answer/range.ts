import type { ByteRange } from '../../media/storage/storage.ts';

const ONE_RANGE = /^bytes=\s*(?:(\d{1,15})-(\d{0,15})|-(\d{1,15}))\s*$/i;

interface RangeHeaders {
  readonly range?: string | undefined;
  readonly 'if-range'?: string | undefined;
}

/**
 * The part of `size` bytes that a request asks for (RFC 9110, 14.2): null for the whole, also if it asks for several
 * parts or has another version; `unsatisfiable` if none of the part exists.
 */
export function readRange(headers: RangeHeaders, size: number, etag: string): ByteRange | 'unsatisfiable' | null {
  const match = ONE_RANGE.exec(headers.range ?? '');
  const condition = headers['if-range'];
  if (!match || (condition !== undefined && condition !== `"${etag}"`)) return null;
  const [, first, last, suffix] = match;
  const start = first === undefined ? Math.max(0, size - Number(suffix)) : Number(first);
  const end = Math.min(last ? Number(last) : size - 1, size - 1);
  if (last && Number(last) < start) return null;
  return start > end ? 'unsatisfiable' : { start, end };
}
