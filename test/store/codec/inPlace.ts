import { CODECS } from '../../../src/store/codec/codecs.ts';
import { editInPlace as attempt } from '../../../src/store/codec/editFile.ts';
import type { FileFormat } from '../../../src/store/codec/formats.ts';
import type { JsonObject } from '../../../src/store/codec/json/json.ts';

/** The result of the first attempt of an edit, without the safety net. */
export const editInPlace = (format: FileFormat, text: string, target: JsonObject): string =>
  attempt(CODECS[format], { text, source: CODECS[format].source(text) }, target, []);
