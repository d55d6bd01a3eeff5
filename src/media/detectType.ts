import { createReadStream } from 'node:fs';
import type { Detector } from 'file-type';
import { CmsError } from '../model/errors.ts';
import { isMagicType, oldOfficeType, textType } from '../model/media/mediaType.ts';
import { because } from '../model/reason.ts';

/** Other names of the same types. */
const SYNONYMS: Readonly<Record<string, string>> = {
  'image/apng': 'image/png',
  'audio/ogg; codecs=opus': 'audio/ogg',
  'audio/x-m4a': 'audio/mp4',
  'video/x-m4v': 'video/mp4',
  'video/vnd.avi': 'video/x-msvideo',
};

/** What all older office documents look like by their bytes. */
const OLD_OFFICE_CONTAINER = 'application/x-cfb';

/** Text in UTF-16 or UTF-32, little-endian: its byte order mark looks like the beginning of a frame of MPEG audio. */
const WIDE_TEXT: Detector = {
  id: 'wide-text',
  async detect(tokenizer) {
    const start = new Uint8Array(2);
    await tokenizer.peekBuffer(start, { mayBeLess: true });
    return start[0] === 0xff && start[1] === 0xfe ? { ext: 'txt', mime: 'text/plain; charset=utf-16' } : undefined;
  },
};

/**
 * The type of an uploaded file by its bytes; the name only distinguishes texts and older office documents.
 *
 * @throws CmsError UNSUPPORTED_MEDIA_TYPE if the type may not be uploaded
 */
export async function detectType(path: string, name: string): Promise<string> {
  const { fileTypeFromFile } = await import('file-type');
  const found = (await fileTypeFromFile(path, { customDetectors: [WIDE_TEXT] }))?.mime;
  const type = found === undefined ? await detectText(path, name) : ofMagic(found, name);
  if (type !== undefined) return type;
  const wording = because('fileType', 'Files of this type cannot be uploaded', {});
  throw new CmsError('UNSUPPORTED_MEDIA_TYPE', wording, { path: ['file'] });
}

function ofMagic(found: string, name: string): string | undefined {
  const type = SYNONYMS[found] ?? found;
  if (type === OLD_OFFICE_CONTAINER) return oldOfficeType(name);
  return isMagicType(type) ? type : undefined;
}

async function detectText(path: string, name: string): Promise<string | undefined> {
  const type = textType(name);
  return type !== undefined && (await isPlainText(path)) ? type : undefined;
}

/** Control characters that texts do not have: all but tab, line feed, form feed and carriage return. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: the search is for control characters
const BINARY = /[\u0000-\u0008\u000b\u000e-\u001f\u007f]/;
/** Markup that makes a browser or an interpreter run a text. */
const ACTIVE =
  /<(?:!doctype|\?xml|\?php|\/?(?:html|head|body|script|style|svg|math|iframe|object|embed|link|meta)[\s/>])/i;
const BEGINS_ACTIVE = /^\s*(?:#!|<[!?a-z])/i;
/** Longer than anything that `ACTIVE` matches, which the end of a chunk may cut in two. */
const OVERLAP = 16;

/** Whether a file is valid UTF-8, and neither markup nor a script. */
async function isPlainText(path: string): Promise<boolean> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let seen = '';
  let isFirst = true;
  try {
    for await (const chunk of createReadStream(path)) {
      seen = seen.slice(-OVERLAP) + decoder.decode(chunk as Buffer, { stream: true });
      if (BINARY.test(seen) || ACTIVE.test(seen) || (isFirst && BEGINS_ACTIVE.test(seen))) return false;
      isFirst = false;
    }
    decoder.decode();
    return true;
  } catch (error) {
    if (error instanceof TypeError) return false;
    throw error;
  }
}
