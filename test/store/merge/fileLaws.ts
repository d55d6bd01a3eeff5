import fc from 'fast-check';
import { expect } from 'vitest';
import { canonicalJson } from '../../../src/lib/json/canonicalJson.ts';
import { bodyField } from '../../../src/model/body.ts';
import { entityOf } from '../../../src/model/entities/index.ts';
import type { FieldsSchema } from '../../../src/model/fields/field.ts';
import { placeholdersOf } from '../../../src/model/location.ts';
import type { FieldSchemas } from '../../../src/model/merge/mergeData.ts';
import { mergeRecordData } from '../../../src/model/merge/mergeRecordData.ts';
import type { ValueClash } from '../../../src/model/merge/threeVersions.ts';
import type { Kind } from '../../../src/model/records.ts';
import { decodeFile } from '../../../src/store/codec/decodeFile.ts';
import { encodeFile } from '../../../src/store/codec/encodeFile.ts';
import type { FileFormat } from '../../../src/store/codec/formats.ts';
import type { JsonObject } from '../../../src/store/codec/json/json.ts';
import { mergeFile, mergeReadable } from '../../../src/store/merge/mergeFile.ts';
import { readBody, takeBody } from '../../../src/store/record/body.ts';
import { insertBody } from '../../../src/store/record/insertBody.ts';
import { edit } from '../../model/merge/edit.ts';
import { FIELDS, schemas } from '../../model/merge/fixtures.ts';
import { SAMPLES } from '../../model/merge/samples.ts';

/** The kind of the text below the front matter, if a file has one. */
type BodyType = 'richtext' | 'markdown';

/** A record of a kind in files of one format. */
export interface Sort {
  readonly kind: Kind;
  readonly format: FileFormat;
  readonly body?: BodyType;
}

const PAGES_WITH_TEXT: readonly Sort[] = (['richtext', 'markdown'] as const).map((body) => ({
  kind: 'page',
  format: 'md',
  body,
}));

/** Every kind of record in every format that its files may have. */
export const SORTS: readonly Sort[] = [
  ...(Object.keys(SAMPLES) as Kind[]).flatMap((kind) =>
    (['yaml', 'json'] as const).map((format) => ({ kind, format })),
  ),
  ...PAGES_WITH_TEXT,
];

const schemasWith = (body: BodyType | undefined): FieldSchemas => {
  const fields = (FIELDS as readonly { readonly name: string }[]).map((field) =>
    field.name === body ? { ...field, body: true } : field,
  ) as unknown as FieldsSchema;
  return { ...schemas, ofContentType: (slug) => (slug === 'article' ? fields : undefined) };
};

const edits = (maxLength: number) => fc.array(fc.nat(), { maxLength });
const apply = (value: unknown, seeds: readonly number[]): object => seeds.reduce(edit, value) as object;

function write({ kind, format, body }: Sort, data: object): Uint8Array {
  const places = placeholdersOf(kind);
  const own = Object.fromEntries(Object.entries(data).filter(([key]) => !places.includes(key))) as JsonObject;
  const field = bodyField(schemasWith(body).ofContentType('article')!);
  const content = format === 'md' ? takeBody(own, field, null) : { value: own };
  const { order } = entityOf(kind);
  const keys = [...order.filter((key) => key in content.value), ...Object.keys(content.value)];
  const value = Object.fromEntries([...new Set(keys)].map((key) => [key, content.value[key]])) as JsonObject;
  return encodeFile(format, value, content.body);
}

function read({ kind, format, body }: Sort, bytes: Uint8Array): object {
  const content = decodeFile(format, bytes);
  const text = readBody(content.body);
  return insertBody({ kind, ...(text && { body: text }) }, content.value, schemasWith(body).ofContentType);
}

/** Adds comments after some lines and above some keys; JSON has none. */
function annotate(format: FileFormat, bytes: Uint8Array, seeds: readonly number[]): Uint8Array {
  const text = Buffer.from(bytes).toString('utf8');
  const end = format === 'md' ? text.indexOf('\n---', 3) : text.length;
  if (format === 'json') return bytes;
  const lines = text.slice(0, end).split('\n');
  for (const seed of seeds) {
    const at = seed % lines.length;
    // A line that begins with a key is not part of a multi-line text.
    if (/^\w+:/.test(lines[at]!)) lines[at] = `# note ${seed % 7}\n${lines[at]}`;
  }
  return Buffer.from(lines.join('\n') + text.slice(end));
}

const isSame = (a: Uint8Array, b: Uint8Array): boolean => Buffer.compare(a, b) === 0;

const told = (clashes: readonly ValueClash[]): readonly string[] =>
  clashes.map(({ path, keys, base, ours, theirs }) => canonicalJson([path, keys, base, ours, theirs])).sort();

/**
 * Checks a merge of files against a merge of their values, and against the bytes of the side that alone changed
 * something.
 */
export function holdToLaws(sort: Sort, numRuns: number): void {
  const { kind, format, body } = sort;
  const sample = SAMPLES[kind]!;
  const schema = { kind, format, schemas: schemasWith(body) };
  // A Markdown file without a text would not test the merging of texts.
  expect(decodeFile(format, write(sort, sample)).body === undefined).toBe(format !== 'md');
  if (body) expect(readBody(decodeFile(format, write(sort, sample)).body)).toBeDefined();
  fc.assert(
    fc.property(
      edits(4),
      edits(5),
      edits(5),
      fc.array(edits(3), { minLength: 3, maxLength: 3 }),
      (before, our, their, notes) => {
        const data = apply(sample, before);
        const files = [data, apply(data, our), apply(data, their)].map((one, side) =>
          annotate(format, write(sort, one), [...notes[0]!, ...(side > 0 ? notes[side]! : [])]),
        );
        const [base, ours, theirs] = files as [Uint8Array, Uint8Array, Uint8Array];
        expect(isSame(mergeReadable({ base, ours, theirs: base }, schema).bytes, ours)).toBe(true);
        expect(isSame(mergeReadable({ base, ours: base, theirs }, schema).bytes, theirs)).toBe(true);

        const [b, o, t] = files.map((file) => read(sort, file));
        const values = mergeRecordData({ base: b, ours: o, theirs: t }, schema);
        const merged = mergeReadable({ base, ours, theirs }, schema);
        expect(canonicalJson(read(sort, merged.bytes))).toBe(canonicalJson(values.value));
        expect(told(merged.clashes)).toEqual(told(values.clashes));

        const marked = mergeFile({ base, ours, theirs }, schema);
        expect(told(marked?.clashes ?? [])).toEqual(told(values.clashes));
        if (values.clashes.length === 0) expect(isSame(marked!.bytes, merged.bytes)).toBe(true);
        else expect(Buffer.from(marked!.bytes).toString('utf8')).toMatch(/^<{7} ours\r?$/m);
      },
    ),
    { numRuns },
  );
}
