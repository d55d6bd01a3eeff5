import type { FileEdit } from '../../git/publish/request.ts';
import { entityOf } from '../../model/entities/index.ts';
import { FILE_KEYS, folderName, type Media, media } from '../../model/entities/media.ts';
import type { Entry, Lookup } from '../../model/entry.ts';
import { conflict, invalidAt, notFound } from '../../model/errors.ts';
import { because } from '../../model/reason.ts';
import { type ObjectSchema, object } from '../../model/schema/schema.ts';
import { type Action, allRecordsIn } from '../action.ts';
import { requireUnused } from '../follow/references.ts';
import {
  createDraft,
  getRecord,
  type RecordTarget,
  removeDraft,
  requireRev,
  updateDraft,
  updateRecord,
} from '../records.ts';
import { inputSchemas } from './input.ts';
import { createRecordReader } from './recordInput.ts';

type Json = Readonly<Record<string, unknown>>;

/** The keys that the server derives from the file. */
const DERIVED = ['key', ...FILE_KEYS] as const;
/** What a form has besides the file. */
const IN_FORMS = ['title', 'altText', 'folder'];

const given = inputSchemas(entityOf('media'), { omit: DERIVED }).update;
const altText = given.properties['altText'] ?? {};

const pickSchema = (names: readonly string[]): ObjectSchema<Json> =>
  object({}, { ...Object.fromEntries(names.map((name) => [name, given.properties[name] ?? {}])), alt: altText });

/** Bodies of media items; `alt` is another name for `altText`. */
export const mediaInput = { create: pickSchema(IN_FORMS), update: pickSchema(Object.keys(given.properties)) };

const readInput = createRecordReader<Media>(media, mediaInput);

/** Reads `alt` as `altText` if that is absent; an empty folder or title is removed. */
function complete({ alt, ...input }: Json): Json {
  const merged = alt === undefined || input['altText'] !== undefined ? input : { ...input, altText: alt };
  return { ...merged, ...trimInputText('folder', merged), ...trimInputText('title', merged) };
}

function trimInputText(key: string, input: Json): Json {
  const value = input[key];
  return typeof value === 'string' ? { [key]: value.trim() || null } : {};
}

/** What the server derives from a file: everything in its record that people do not write. */
export type MediaFacts = Pick<Media, 'originalName' | (typeof DERIVED)[number]>;

/** What people write about a file. */
export type MediaWords = Pick<Media, 'title' | 'altText' | 'folder'>;

/** @throws CmsError VALIDATION with all problems of the form */
export const readMediaWords = (form: Json): MediaWords => readInput(null, form, complete);

/** @param attachments the file itself, if it is committed with its record */
export const createMedia = (facts: MediaFacts, words: MediaWords, attachments: readonly FileEdit[]): Action => ({
  name: 'media.create',
  plan: (context) => [{ ...createDraft('media', context, () => ({ metadata: {}, ...words, ...facts })), attachments }],
});

/**
 * Replaces the file of an item; references to it and its description stay.
 *
 * @param attachments the file itself, if it is committed with its record
 */
export const replaceFile = (
  { id, ifMatch }: RecordTarget,
  facts: Omit<MediaFacts, 'key'>,
  attachments: readonly FileEdit[],
): Action => ({
  name: 'media.update',
  note: 'File replaced',
  plan({ lookup }) {
    const before = getRecord(lookup, 'media', id);
    requireRev(before, ifMatch);
    return [{ ...updateDraft('media', before, { ...before.data, ...facts }), attachments }];
  },
});

/** @param body as `mediaInput` describes it; all its problems are reported at once */
export const updateMedia = (target: RecordTarget, body: Json): Action =>
  updateRecord('media', target, ({ data }) => readInput(data, body, complete));

export interface Removal {
  /** Fail with IN_USE if something refers to the item. */
  readonly ifUnused: boolean;
  readonly filename: string;
  /** The edit that removes the file, if it is committed with its record. */
  readonly attachments: readonly FileEdit[];
}

/** Removes the record, and its file unless another record has the same one; references to it stay. */
export const removeMedia = ({ id, ifMatch }: RecordTarget, { ifUnused, filename, attachments }: Removal): Action => ({
  name: 'media.remove',
  plan(context) {
    const before = getRecord(context.lookup, 'media', id);
    requireRev(before, ifMatch);
    if (ifUnused) requireUnused(before, context);
    const isShared = allRecordsIn(context)
      .find('media', 'byFilename', filename)
      .some((other) => other.id !== id);
    return [{ ...removeDraft('media', before), attachments: isShared ? [] : attachments }];
  },
});

/** The body that renames a folder. */
export const folderInput = object({ name: folderName() });

/**
 * Renames a folder, which is only a name that items share, in one commit.
 *
 * @throws CmsError NOT_FOUND for a folder with nothing in it, CONFLICT if another folder has the name
 */
export function renameFolder(from: string, name: string): Action {
  const to = name.trim();
  return moveFolder(from, `Folder "${from}" renamed to "${to}"`, (lookup) => {
    if (to === '') throw invalidAt(['name'], because('required', 'is required', {}));
    if (to !== from && lookup.find('media', 'byFolder', to).length > 0)
      throw conflict(because('folder', `There is a folder "${to}" already`, { name: to }), ['name']);
    return to;
  });
}

/** Takes everything out of a folder, so that it no longer exists. @throws CmsError NOT_FOUND for a folder with nothing in it */
export const dissolveFolder = (from: string): Action => moveFolder(from, `Folder "${from}" dissolved`, () => undefined);

const moveFolder = (from: string, note: string, decide: (lookup: Lookup) => string | undefined): Action => ({
  name: 'media.update',
  note,
  plan({ lookup }) {
    const inside = lookup.find('media', 'byFolder', from);
    if (from === '' || inside.length === 0) throw notFound('Folder');
    const to = decide(lookup);
    return inside.map((entry) => updateDraft('media', entry, moveToFolder(entry, to)));
  },
});

function moveToFolder({ data: { folder: _, ...data } }: Entry<Media>, folder: string | undefined): Media {
  return folder === undefined ? data : { ...data, folder };
}
