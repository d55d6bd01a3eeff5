import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Busboy, FieldInfo, FileInfo } from 'busboy';
import { CmsError, type Detail, invalid, invalidAt } from '../../../model/errors.ts';
import { because } from '../../../model/reason.ts';
import { readChunks, requirePlainBytes } from './body.ts';

/** A form with one file, as browsers send it (RFC 7578). */
export interface UploadForm {
  readonly fields: Readonly<Record<string, string>>;
  readonly file: { readonly path: string; readonly size: number; readonly name: string };
}

export interface FormOptions {
  /** Where the file is kept until it has been used. */
  readonly dir: string;
  /** The maximum size of the file. */
  readonly maxBytes: number;
}

/** Reads the request's form and passes it to `use`; the file is deleted afterwards, whatever happens. */
export type ReadForm = <T>(options: FormOptions, use: (form: UploadForm) => Promise<T>) => Promise<T>;

/** The bytes that a form may have around its file: fields, boundaries and the headers of its parts. */
const MAX_AROUND_BYTES = 1024 * 1024;
/** The bytes of all fields together. */
const MAX_FIELDS_BYTES = 64 * 1024;
const LIMITS = { files: 1, fields: 20, parts: 30, fieldNameSize: 100, fieldSize: MAX_FIELDS_BYTES } as const;
/**
 * The length of `Content-Type`: a boundary has at most 70 characters (RFC 2046, 5.1.1), and searching for a longer one
 * takes long.
 */
const MAX_TYPE_LENGTH = 256;
const FORM_TYPE = /^\s*multipart\/form-data\s*(?:;|$)/i;

/**
 * @param onRead called when the whole form is there; it is not looked at if this throws
 * @throws CmsError VALIDATION, PAYLOAD_TOO_LARGE or UNSUPPORTED_MEDIA_TYPE; ENOSPC on a full disk
 */
export const readForm =
  (request: IncomingMessage, onRead: () => Promise<unknown>): ReadForm =>
  async (options, use) => {
    requireForm(request, options);
    const dir = join(options.dir, randomUUID());
    try {
      await mkdir(dir, { recursive: true, mode: 0o700 });
      const parts = await parseForm(request, { ...options, dir });
      await onRead();
      return await use(await toForm(parts));
    } finally {
      await rm(dir, { recursive: true, force: true });
    }
  };

function requireForm({ headers }: IncomingMessage, { maxBytes }: FormOptions): void {
  const hasSome = (headers['transfer-encoding'] ?? headers['content-length']) !== undefined;
  if (!hasSome || !FORM_TYPE.test(headers['content-type'] ?? ''))
    throw new CmsError('UNSUPPORTED_MEDIA_TYPE', 'The body must be a form, with Content-Type: multipart/form-data');
  requirePlainBytes(headers);
  if (Number(headers['content-length']) > maxBytes + MAX_AROUND_BYTES) throw fileTooLarge(maxBytes);
}

const fileTooLarge = (maxBytes: number): CmsError =>
  new CmsError('PAYLOAD_TOO_LARGE', `The file must be at most ${maxBytes / 2 ** 20} MiB`, { path: ['file'] });

const malformed = (cause?: unknown): CmsError => new CmsError('VALIDATION', 'The form is malformed', { cause });

/** The parts of a form that have been read so far. */
interface Parts {
  readonly fields: Map<string, string>;
  /** Names of fields that were given more than once. */
  readonly repeated: Set<string>;
  /** Resolves when the whole file is on the disk; rejects if that fails. */
  file: Promise<UploadForm['file'] | null>;
  /** Why the form is refused. */
  breach: unknown;
}

/** Reads all parts. When it has ended, with or without an error, no file is open. */
async function parseForm(request: IncomingMessage, { dir, maxBytes }: FormOptions): Promise<Parts> {
  const parts: Parts = { fields: new Map(), repeated: new Set(), file: Promise.resolve(null), breach: null };
  const parser = await openParser(request, maxBytes);
  const refuse = (error: Error): void => {
    if (isOwnError(error)) parts.breach ??= error;
    parser.destroy(error);
  };
  parser.on('field', (name: string | undefined, value, info) => {
    const breach = addFormField(parts, { name, value, info });
    if (breach) refuse(breach);
  });
  parser.on('file', (name: string | undefined, bytes, info) => {
    if (!hasPlainEncoding(info))
      refuse(new CmsError('UNSUPPORTED_MEDIA_TYPE', 'A part of the form must not be encoded'));
    if (name !== 'file' || parser.destroyed) return void bytes.on('error', () => {}).resume();
    bytes.once('limit', () => refuse(fileTooLarge(maxBytes)));
    parts.file = storeFormFile(bytes, { path: join(dir, 'file'), name: info.filename ?? '' });
    parts.file.catch(refuse);
  });
  parser.once('filesLimit', () => refuse(invalidAt(['file'], 'must be a single file')));
  for (const limit of ['fieldsLimit', 'partsLimit'] as const)
    parser.once(limit, () => refuse(new CmsError('PAYLOAD_TOO_LARGE', 'The form has too many parts')));
  try {
    await pipeline(readChunks(request, { maxBytes: maxBytes + MAX_AROUND_BYTES }), parser);
    await parts.file;
    return parts;
  } catch (error) {
    await parts.file.catch(() => undefined);
    throw parts.breach ?? (isOwnError(error) ? error : malformed(error));
  }
}

/** Whether an error is ours or one of the file system; the parser's own errors all mean a malformed form. */
const isOwnError = (error: unknown): boolean =>
  error instanceof CmsError || (error instanceof Error && 'syscall' in error);

async function openParser({ headers }: IncomingMessage, maxBytes: number): Promise<Busboy> {
  const { default: createParser } = await import('busboy');
  if (String(headers['content-type']).length > MAX_TYPE_LENGTH) throw malformed();
  try {
    // Busboy reports a file that reaches its limit, so the limit is one byte more than a file may have.
    return createParser({ headers, defParamCharset: 'utf8', limits: { ...LIMITS, fileSize: maxBytes + 1 } });
  } catch (error) {
    throw malformed(error);
  }
}

/** The encodings that leave the bytes as they are (RFC 2045, 6.2); RFC 7578, 4.7 wants none at all. */
const hasPlainEncoding = ({ encoding }: FileInfo): boolean => /^(7bit|8bit|binary)$/.test(encoding);

interface FormField {
  readonly name: string | undefined;
  readonly value: string;
  readonly info: FieldInfo;
}

/** Adds a field, or returns why it is refused. */
function addFormField({ fields, repeated }: Parts, { name, value, info }: FormField): CmsError | null {
  if (name === undefined) return malformed();
  if (fields.has(name)) repeated.add(name);
  fields.set(name, value);
  const length = [...fields].reduce((sum, [key, text]) => sum + key.length + text.length, 0);
  if (!info.valueTruncated && length <= MAX_FIELDS_BYTES) return null;
  return new CmsError('PAYLOAD_TOO_LARGE', 'The fields of the form are too large');
}

async function storeFormFile(
  bytes: Readable,
  { path, name }: Omit<UploadForm['file'], 'size'>,
): Promise<UploadForm['file']> {
  const written = createWriteStream(path, { flags: 'wx', mode: 0o600 });
  await pipeline(bytes, written);
  return { path, size: written.bytesWritten, name: unescapeName(name) };
}

const ESCAPES: Readonly<Record<string, string>> = { '%22': '"', '%0D': '\r', '%0A': '\n' };

/** Browsers escape three characters of a file's name this way (HTML standard, "Multipart form data"). */
const unescapeName = (name: string): string => name.replaceAll(/%22|%0D|%0A/g, (code) => ESCAPES[code]!);

async function toForm({ fields, repeated, file: pending }: Parts): Promise<UploadForm> {
  if (repeated.size > 0) {
    throw invalid([...repeated].map((name): Detail => ({ path: [name], message: 'must be given only once' })));
  }
  const file = await pending;
  if (!file) throw invalidAt(['file'], 'is required, as a file');
  if (file.size === 0) throw invalidAt(['file'], because('emptyFile', 'is empty', {}));
  return { fields: Object.fromEntries(fields), file };
}
