import type { Codec } from './codec.ts';
import type { FileFormat } from './formats.ts';
import { jsonCodec } from './json/jsonCodec.ts';
import { yamlCodec } from './yaml/yamlCodec.ts';

/** The codec for the values of each format; those of Markdown files are YAML. */
export const CODECS: Readonly<Record<FileFormat, Codec>> = { yaml: yamlCodec, json: jsonCodec, md: yamlCodec };
