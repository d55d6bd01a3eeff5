import { randomUUID } from 'node:crypto';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { hasErrorCode } from '../lib/hasErrorCode.ts';
import { CmsError, invalid, invalidAt } from '../model/errors.ts';
import type { Context } from './state.ts';

/** A form with one file, as browsers send it (RFC 7578). */
export interface Form {
  readonly fields: Readonly<Record<string, string>>;
  readonly file: { readonly path: string; readonly size: number; readonly name: string };
}

export interface FormOptions {
  /** Where the file waits until it has been used. */
  readonly dir: string;
  /** Of the file. */
  readonly maxBytes: number;
}

/** Reads the request's form and gives it to `use`; whatever happens, the file is gone afterwards. */
export type ReadForm = <T>(options: FormOptions, use: (form: Form) => Promise<T>) => Promise<T>;

const FIELD_LIMITS = { maxFields: 20, maxFieldsSize: 64 * 1024 };
/** What a form may have around its file: fields and boundaries. */
const MAX_AROUND_BYTES = 1024 * 1024;

/** @throws CmsError VALIDATION, PAYLOAD_TOO_LARGE, UNSUPPORTED_MEDIA_TYPE or INSUFFICIENT_STORAGE */
export const readForm =
  (ctx: Context): ReadForm =>
  async (options, use) => {
    requireForm(ctx, options);
    const dir = join(options.dir, randomUUID());
    try {
      await mkdir(dir, { recursive: true, mode: 0o700 });
      return await use(toForm(await parse(ctx, { ...options, dir })));
    } catch (error) {
      throw hasErrorCode(error, 'ENOSPC', 'EDQUOT') ? noSpace(error) : error;
    } finally {
      await rm(dir, { recursive: true, force: true });
    }
  };

function requireForm(ctx: Context, { maxBytes }: FormOptions): void {
  const { 'content-encoding': encoding = 'identity', 'content-length': length } = ctx.headers;
  if (!ctx.is('multipart/form-data') || encoding.toLowerCase() !== 'identity')
    throw new CmsError('UNSUPPORTED_MEDIA_TYPE', 'The body must be a form: Content-Type: multipart/form-data');
  if (Number(length) > maxBytes + MAX_AROUND_BYTES) throw tooLarge(maxBytes);
}

const noSpace = (cause: unknown): CmsError =>
  new CmsError('INSUFFICIENT_STORAGE', 'There is no space left on the disk', { cause });

const tooLarge = (maxBytes: number): CmsError =>
  new CmsError('PAYLOAD_TOO_LARGE', `The file must be at most ${maxBytes / 2 ** 20} MiB`, { path: ['file'] });

type Values = Readonly<Record<string, unknown>>;

interface Parsed {
  readonly fields: Values;
  readonly files: Values;
}

async function parse(ctx: Context, { dir, maxBytes }: FormOptions): Promise<Parsed> {
  const { koaBody } = await import('koa-body');
  const middleware = koaBody({
    multipart: true,
    multipartTypes: ['multipart/form-data'],
    json: false,
    text: false,
    urlencoded: false,
    formidable: {
      uploadDir: dir,
      maxFileSize: maxBytes,
      maxTotalFileSize: maxBytes,
      maxFiles: 1,
      allowEmptyFiles: true,
      minFileSize: 0,
      ...FIELD_LIMITS,
    },
  });
  try {
    await middleware(ctx as Parameters<typeof middleware>[0], async () => undefined);
  } catch (error) {
    throw explain(error, maxBytes);
  }
  // The library leaves its findings on the request.
  const { body = {}, files = {} } = ctx.request as { readonly body?: Values; readonly files?: Values };
  return { fields: body, files };
}

/** The library's errors by their codes; the others are the file system's. */
const EXPLANATIONS: ReadonlyMap<unknown, (maxBytes: number) => CmsError> = new Map([
  [1002, () => invalidAt([], 'The body ended early')],
  [1006, () => new CmsError('PAYLOAD_TOO_LARGE', 'The form’s fields are too large')],
  [1009, tooLarge],
  [1015, () => invalidAt(['file'], 'must be only one')],
  [1016, tooLarge],
]);

function explain(error: unknown, maxBytes: number): unknown {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (typeof code === 'string') return error;
  return EXPLANATIONS.get(code)?.(maxBytes) ?? new CmsError('VALIDATION', 'The form is malformed', { cause: error });
}

/** A file as the library describes it. */
interface FoundFile {
  readonly filepath: string;
  readonly size: number;
  readonly originalFilename: string | null;
}

function toForm({ fields, files }: Parsed): Form {
  const repeated = Object.keys(fields).filter((name) => typeof fields[name] !== 'string');
  if (repeated.length > 0)
    throw invalid(repeated.map((name) => ({ path: [name], message: 'must be given only once' })));
  // `maxFiles` lets one pass.
  const file = files['file'] as FoundFile | undefined;
  if (!file) throw invalidAt(['file'], 'is required, as a file');
  if (file.size === 0) throw invalidAt(['file'], 'is empty');
  const { filepath: path, size, originalFilename } = file;
  // All of them are strings: see above.
  return { fields: fields as Form['fields'], file: { path, size, name: originalFilename ?? '' } };
}
