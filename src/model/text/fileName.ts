import { cleanLine } from '../../lib/text/cleanLine.ts';
import { isDeviceName } from './slug.ts';

/** What slugs are made of, and spaces between: nothing that a path, a URL, a header or a shell reads otherwise. */
const PLAIN = /^[\p{L}\p{N}][\p{L}\p{M}\p{N}\-_.~ ]*$/u;
/** What file systems take, in UTF-8. */
const MAX_BYTES = 255;

/** Whether a media file may have this name: a plain one, which is no path, no dotfile and no device. */
export const isFileName = (name: string): boolean =>
  name.length <= MAX_BYTES &&
  PLAIN.test(name) &&
  !/[. ]$/.test(name) &&
  !isDeviceName(name) &&
  Buffer.byteLength(name) <= MAX_BYTES &&
  name === name.normalize('NFC');

/** What somebody calls a file, as one harmless line: the last part of a path, without what turns text around. */
export const plainName = (name: string): string => cleanLine(name.split(/[/\\]/).at(-1) ?? '');
