import { readFileSync } from 'node:fs';
import { setImmediate as breathe } from 'node:timers/promises';
import { createBreath } from '../lib/createBreath.ts';
import { CmsError } from '../model/errors.ts';
import { type ConversionCheck, createConversionCheck } from './conversion.ts';
import { pathsBelow } from './indexFile.ts';
import type { CommitRequest, RepoReport } from './repo.ts';
import { type FileBytes, isStaged } from './stagedFile.ts';
import type { Writer } from './writer.ts';

const messageOf = (path: string, conversion: string): string =>
  `Git would convert ${path} (${conversion}), so that it cannot be written: put "* -text -filter -ident -working-tree-encoding" into a .gitattributes file of the content folder`;

/** Throws SERVICE_UNAVAILABLE naming path and attribute, when git would convert a file that is to be written: its bytes would not be the blob's. */
export async function requireUnconverted(
  { conversion, location, without }: Writer,
  requests: readonly CommitRequest[],
): Promise<void> {
  if (without.has('conversion')) return;
  const edits = requests.flatMap((request) => request.edits);
  const check = edits.length < MANY ? conversion : createConversionCheck(location, { looksOnce: true });
  const breath = createBreath();
  for (const { path, bytes } of edits) {
    await breath();
    const found = bytes && findConversion(check, path, bytes);
    if (!found) continue;
    const detail = { path: [path], message: messageOf(path, found) };
    throw new CmsError('SERVICE_UNAVAILABLE', [detail], { retryAfterSeconds: 60 });
  }
}

/** A staged file is read only where its line endings matter. */
const findConversion = (conversion: ConversionCheck, path: string, bytes: FileBytes): string | null =>
  isStaged(bytes)
    ? conversion.find(path, CRLF) && conversion.find(path, readFileSync(bytes.file))
    : conversion.find(path, bytes);

const CRLF = Buffer.from('\r\n');

/** From this many files on it is quicker to read all attributes and settings once than to check for each file whether they have changed. */
const MANY = 8;
const MAX_REPORTS = 20;
const PATHS_PER_SLICE = 100;

/**
 * Gives what reports the files of the content that git converts, the first of them. It looks again only when the
 * attributes or settings have changed, and other work gets its turn in between.
 */
export function createConversionWatch(writer: Writer): () => Promise<void> {
  let stamp = '';
  return async () => {
    const present = writer.conversion.stamp();
    if (present === stamp) return;
    await reportConverted(writer);
    stamp = present;
  };
}

async function reportConverted(writer: Writer): Promise<void> {
  const { location, reports, index } = writer;
  const check = createConversionCheck(location, { looksOnce: true });
  const present = index.peek();
  const paths = present ? pathsBelow(present, location.prefix.replace(/\/$/, '')) : [];
  const found: RepoReport[] = [];
  for (const [at, full] of paths.entries()) {
    if (at % PATHS_PER_SLICE === 0) await breathe();
    const path = full.slice(location.prefix.length);
    const conversion = check.find(path);
    if (conversion) found.push({ code: 'CONVERTED', path, message: messageOf(path, conversion) });
    if (found.length === MAX_REPORTS) break;
  }
  reports.set('CONVERTED', found);
}
