import { sameJson } from '../../lib/json/sameJson.ts';
import type { RecordSchema } from '../../model/merge/mergeRecordData.ts';
import { chunksOf } from '../../model/merge/text/chunks.ts';
import { mergeRichText } from '../../model/merge/text/mergeRichText.ts';
import { mergeText } from '../../model/merge/text/mergeText.ts';
import {
  type CompleteVersions,
  type MergeRule,
  mergeVersions,
  type ValueClash,
} from '../../model/merge/threeVersions.ts';
import type { JsonObject } from '../codec/json/json.ts';
import { BODY_WRITERS, readBody } from '../record/body.ts';
import { bodyFieldIn } from './convertFile.ts';
import { wrapInMarkers } from './markClashes.ts';
import { splitTextLines } from './mergeNotes.ts';

/** The texts below the front matter in the versions of a file. */
export type BodyVersions = CompleteVersions<string>;

/** A merged text; where the sides clash it is ours. */
export interface MergedBody {
  readonly text: string;
  readonly clashes: readonly ValueClash[];
}

/** Merges the texts below the front matter of a Markdown file, by the kind of the field they belong to. */
export function mergeBody(bodies: BodyVersions, record: JsonObject, schema: RecordSchema): MergedBody {
  const { base, ours, theirs } = bodies;
  if (ours === theirs || base === theirs) return { text: ours, clashes: [] };
  if (base === ours) return { text: theirs, clashes: [] };
  const field = bodyFieldIn(record, schema);
  const path = field ? ['fields', field.name] : ['the text below'];
  return field?.type === 'richtext' ? mergeDocuments(bodies, path) : mergeTexts(bodies, path);
}

function mergeTexts(bodies: BodyVersions, path: readonly string[]): MergedBody {
  const clashes: ValueClash[] = [];
  const text = String(mergeText(bodies, { path, clashes }));
  return { text, clashes: clashes.map(withoutEnds) };
}

/** Removes the line breaks after the front matter and at the end of the file, which are not part of the value. */
const withoutEnds = ({ path, ...versions }: ValueClash): ValueClash => {
  const trim = (value: unknown): unknown => (typeof value === 'string' ? value.replace(/^\r?\n|\r?\n$/g, '') : value);
  return { path, base: trim(versions.base), ours: trim(versions.ours), theirs: trim(versions.theirs) };
};

/**
 * Merges texts that are rich text documents. Merged lines are preferred if they give the same document, because they
 * keep the layout of both sides.
 */
function mergeDocuments(bodies: BodyVersions, path: readonly string[]): MergedBody {
  const read = (text: string): unknown => readBody(text)?.document;
  const documents = { base: read(bodies.base), ours: read(bodies.ours), theirs: read(bodies.theirs) };
  const clashes: ValueClash[] = [];
  const merged = mergeVersions(documents, { path, clashes }, mergeRichText);
  const lines = mergeTexts(bodies, path);
  const isSame = (text: string, document: unknown): boolean => text !== '' && sameJson(document, merged);
  if (isSame(bodies.ours, documents.ours)) return { text: bodies.ours, clashes };
  if (lines.clashes.length === 0 && isSame(lines.text, read(lines.text))) return { text: lines.text, clashes };
  const written = merged === undefined ? '' : BODY_WRITERS['richtext']?.(merged, bodies.ours);
  return written === undefined ? lines : { text: written, clashes };
}

/**
 * The texts with conflict markers around clashing lines; if lines alone show no clash, around all differences, or around
 * everything.
 */
export function markBody(bodies: BodyVersions): string {
  for (const merge of [mergeText, neverMerge]) {
    const { text, isMarked } = markLines(bodies, merge);
    if (isMarked) return text;
  }
  return wrapInMarkers(bodies);
}

const neverMerge: MergeRule = (versions, scope) => {
  scope.clashes.push({ path: scope.path, ...versions });
  return versions.ours;
};

function markLines(bodies: BodyVersions, merge: MergeRule): { readonly text: string; readonly isMarked: boolean } {
  const lines = {
    base: splitTextLines(bodies.base),
    ours: splitTextLines(bodies.ours),
    theirs: splitTextLines(bodies.theirs),
  };
  const clashes: ValueClash[] = [];
  const parts = chunksOf(lines.base, lines.ours, lines.theirs).map((chunk) => {
    const text = (side: keyof BodyVersions): string => lines[side].slice(...chunk[side]).join('');
    const versions = { base: text('base'), ours: text('ours'), theirs: text('theirs') };
    const found = clashes.length;
    const merged = mergeVersions(versions, { path: [], clashes }, merge);
    return clashes.length > found ? wrapInMarkers(versions) : String(merged);
  });
  return { text: parts.join(''), isMarked: clashes.length > 0 };
}
