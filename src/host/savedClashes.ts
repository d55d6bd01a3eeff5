import { isPlainObject } from '../lib/json/isPlainObject.ts';
import type { RecordClash } from '../model/clash.ts';
import { KINDS } from '../model/entities/index.ts';
import { writePrivateFile } from '../store/privateFolder.ts';
import { readStateFile } from '../store/readStateFile.ts';
import type { ItemMarks } from './clashPath.ts';
import type { ConflictedFile } from './conflictedFiles.ts';

/** The two commits of a merge. */
export interface MergeSides {
  readonly ours: string;
  readonly theirs: string;
}

/** An open clash. */
export interface OpenClash {
  readonly clash: RecordClash;
  /** The live value when it was found, as canonical JSON; empty if its record or list item did not exist. */
  readonly live: string;
  /** The marks of the list items on its path, by which it is found again; earlier versions saved none. */
  readonly marks?: ItemMarks;
  /** Earlier versions saved none. */
  readonly sides?: MergeSides;
}

/** What a server remembers about clashes between its starts. */
export interface SavedClashes {
  /** All commits up to this one have been read; null: none yet. */
  readonly upTo: string | null;
  readonly standing: readonly OpenClash[];
  readonly kept: readonly ConflictedFile[];
}

interface SavedIn {
  readonly file: string;
  onError(error: unknown): void;
}

export const writeSavedClashes = (file: string, saved: SavedClashes): Promise<void> =>
  writePrivateFile(file, JSON.stringify(saved));

/** Empty if there is no such file, or a broken one, which is reported. */
export function readSavedClashes({ file, onError }: SavedIn): SavedClashes {
  const consequence = 'the clashes and kept files are looked up again in the history';
  const saved = readStateFile(file, { parse: parseSaved, consequence, onError });
  return saved ?? { upTo: null, standing: [], kept: [] };
}

function parseSaved(json: unknown): SavedClashes {
  const { upTo, standing, kept = [] } = isPlainObject(json) ? json : {};
  if (upTo !== null && typeof upTo !== 'string') throw new Error('it names no commit');
  if (!isListOf(standing, isOpenClash)) throw new Error('it has no list of clashes');
  if (!isListOf(kept, isConflictedFile)) throw new Error('it has no list of kept files');
  return { upTo, standing, kept };
}

const isListOf = <T>(list: unknown, isOne: (one: unknown) => one is T): list is readonly T[] =>
  Array.isArray(list) && list.every(isOne);

const isOpenClash = (one: unknown): one is OpenClash =>
  isPlainObject(one) &&
  typeof one['live'] === 'string' &&
  areMarks(one['marks']) &&
  areSides(one['sides']) &&
  isSavedClash(one['clash']);

const areSides = (sides: unknown): boolean =>
  sides === undefined ||
  (isPlainObject(sides) && [sides['ours'], sides['theirs']].every((commit) => typeof commit === 'string'));

const areMarks = (marks: unknown): boolean => marks === undefined || Array.isArray(marks);

const isSavedClash = (clash: unknown): boolean =>
  isPlainObject(clash) &&
  typeof clash['clashId'] === 'string' &&
  KINDS.some((kind) => kind === clash['kind']) &&
  typeof clash['key'] === 'string' &&
  typeof clash['id'] === 'number' &&
  Array.isArray(clash['path']) &&
  (clash['keys'] === undefined || Array.isArray(clash['keys']));

const isConflictedFile = (file: unknown): file is ConflictedFile =>
  isPlainObject(file) && [file['path'], file['commit'], file['theirs']].every((text) => typeof text === 'string');
