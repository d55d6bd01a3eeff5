import { readFileSync } from 'node:fs';
import { createYieldIfBusy } from '../../../lib/turn/createYieldIfBusy.ts';
import { CmsError } from '../../../model/errors.ts';
import { type FileBytes, isStaged } from '../../disk/stagedFile.ts';
import { pathsBelow } from '../../format/index/indexEntries.ts';
import type { Conversions } from '../../read/conversion.ts';
import type { RepoReport } from '../reports.ts';
import type { FileEdit } from '../request.ts';
import type { GitWriter } from '../writer.ts';

const conversionMessage = (path: string, conversion: string): string =>
  `Git would convert ${path} (${conversion}), so that it cannot be written: put "* -text -filter -ident -working-tree-encoding" into a .gitattributes file of the content folder`;

type File = Pick<FileEdit, 'path' | 'bytes'>;

/**
 * Makes a check that throws SERVICE_UNAVAILABLE, naming path and attribute, if git would convert a file to be written: its
 * bytes would not be those of the blob. Attributes are read once.
 */
export function createRequireUnconverted({ conversion }: Pick<GitWriter, 'conversion'>): (file: File) => void {
  const conversions = conversion.look();
  return ({ path, bytes }) => {
    const found = bytes && findConversion(conversions, path, bytes);
    if (!found) return;
    const detail = { path: [path], message: conversionMessage(path, found) };
    throw new CmsError('SERVICE_UNAVAILABLE', [detail], { retryAfterSeconds: 60 });
  };
}

/** Checks these files; throws as `createRequireUnconverted` says. */
export async function requireUnconverted(writer: Pick<GitWriter, 'conversion'>, files: readonly File[]): Promise<void> {
  const requireOne = createRequireUnconverted(writer);
  const yieldIfBusy = createYieldIfBusy();
  for (const file of files) {
    await yieldIfBusy();
    requireOne(file);
  }
}

/** A staged file is read only if its line endings matter. */
const findConversion = (conversions: Conversions, path: string, bytes: FileBytes): string | null =>
  isStaged(bytes)
    ? conversions.find(path, CRLF) && conversions.find(path, readFileSync(bytes.file))
    : conversions.find(path, bytes);

const CRLF = Buffer.from('\r\n');

const MAX_REPORTS = 20;

type Parts = Pick<GitWriter, 'conversion' | 'location' | 'reports' | 'index'>;

/**
 * Makes the function that reports the first files of the content that git converts. It looks again only when attributes
 * or settings have changed, and lets other work run in between.
 */
export function createConversionWatch(writer: Parts): () => Promise<void> {
  let stamp = '';
  return async () => {
    const present = writer.conversion.stamp();
    if (present === stamp) return;
    await reportConverted(writer);
    stamp = present;
  };
}

async function reportConverted(writer: Parts): Promise<void> {
  const { conversion, location, reports, index } = writer;
  const conversions = conversion.look();
  const present = index.peek();
  const paths = present ? pathsBelow(present, location.prefix.replace(/\/$/, '')) : [];
  const found: RepoReport[] = [];
  const yieldIfBusy = createYieldIfBusy();
  for (const full of paths) {
    const turn = yieldIfBusy();
    if (turn) await turn;
    const path = full.slice(location.prefix.length);
    const converted = conversions.find(path);
    if (converted) found.push({ code: 'CONVERTED', path, message: conversionMessage(path, converted) });
    if (found.length === MAX_REPORTS) break;
  }
  reports.set('CONVERTED', found);
}
