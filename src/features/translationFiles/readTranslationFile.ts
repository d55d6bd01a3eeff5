import { createYieldIfBusy, SHARED_SLICES } from '../../lib/turn/createYieldIfBusy.ts';
import { toLocale } from '../../model/text/locale.ts';
import { createXliffReader } from './readXliff.ts';
import { readJsonFile, refuseFile, type TranslationFile } from './translationFile.ts';

/** Reads a file of any format, in UTF-8 or UTF-16. @throws CmsError VALIDATION if it cannot be read */
export async function readTranslationFile(chunks: AsyncIterable<Buffer>): Promise<TranslationFile> {
  const yieldIfBusy = createYieldIfBusy(SHARED_SLICES);
  let decoder: InstanceType<typeof TextDecoder> | undefined;
  let xliff: ReturnType<typeof createXliffReader> | undefined;
  let start = '';
  try {
    for await (const chunk of chunks) {
      decoder ??= new TextDecoder(findTextEncoding(chunk), { fatal: true });
      for (let at = 0; at < chunk.length; at += PIECE) {
        const piece = decoder.decode(chunk.subarray(at, at + PIECE), { stream: true });
        if (!xliff && (start + piece).trimStart().startsWith('<')) xliff = createXliffReader();
        if (xliff) xliff.write(start + piece);
        start = xliff ? '' : start + piece;
        await yieldIfBusy();
      }
    }
    start += decoder?.decode() ?? '';
  } catch (error) {
    if (error instanceof TypeError) refuseFile('is not text in UTF-8 or UTF-16');
    throw error;
  }
  const file = xliff ? xliff.end() : readJsonFile(start);
  const [from, to] = [toLocale(file.from), toLocale(file.to)];
  if (from === null || to === null || from === to) return refuseFile('must name the language that it translates into');
  return { ...file, from, to };
}

const PIECE = 64 * 1024;

/** By the byte order mark. */
const findTextEncoding = (bytes: Buffer): string => {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  return bytes[0] === 0xfe && bytes[1] === 0xff ? 'utf-16be' : 'utf-8';
};
