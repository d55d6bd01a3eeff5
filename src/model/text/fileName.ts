import { cleanLine } from '../../lib/text/cleanLine.ts';
import { isDeviceName } from './slug.ts';

/** The characters of slugs, and spaces: none has a special meaning in a path, a URL, a header or a shell. */
const PLAIN = /^[\p{L}\p{N}][\p{L}\p{M}\p{N}\-_.~ ]*$/u;
/** The longest name that file systems take, in UTF-8. */
const MAX_BYTES = 255;

/** Whether a media file may have this name: a plain one that is not a path, a dotfile or a device. */
export const isFileName = (name: string): boolean =>
  name.length <= MAX_BYTES &&
  PLAIN.test(name) &&
  !/[. ]$/.test(name) &&
  !isDeviceName(name) &&
  Buffer.byteLength(name) <= MAX_BYTES &&
  name === name.normalize('NFC');

/** A file name from a caller as one harmless line: the last part of a path, without control and bidi characters. */
export const plainName = (name: string): string => cleanLine(name.split(/[/\\]/).at(-1) ?? '');
