import { createThread } from '../../lib/turn/createThread.ts';
import type { Problem } from '../../model/entry.ts';
import type { RichTextNode } from '../../model/richText/node.ts';
import type { WrittenFormat } from '../../model/richText/writeRichText.ts';
import { FileError, type FileErrorCode } from '../codec/fileError.ts';
import type { RecordValue } from '../file/knownFile.ts';
import type { MergeAnswer, MergeTask, RecordMergeAnswer, RecordMergeTask } from '../merge/mergeKnown.ts';
import type { DecidedFile, FileToDecide } from './decideFile.ts';
import type { FoundBytes } from './decodeRecord.ts';
import type { PositionQuery, ValuePosition } from './findPosition.ts';

/** The tasks of `contentWorker.ts`. */
export type ContentTask =
  | { readonly write: RichTextNode; readonly format: WrittenFormat }
  | { readonly decide: FileToDecide }
  | { readonly decideAll: readonly FileToDecide[] }
  | { readonly decode: FoundBytes }
  | { readonly find: PositionQuery }
  | { readonly merge: MergeTask }
  | { readonly mergeRecord: RecordMergeTask };

export type ContentAnswer =
  | { readonly written: string }
  | { readonly decided: DecidedFile | null }
  | { readonly all: readonly ContentAnswer[] }
  | { readonly decoded: RecordValue | readonly Problem[] }
  | { readonly places: readonly ValuePosition[] }
  | { readonly file: MergeAnswer }
  | { readonly record: RecordMergeAnswer }
  | ContentRefusal;

interface ContentRefusal {
  readonly refused: { readonly code: FileErrorCode; readonly message: string };
}

/** A thread for slow work on content. */
export interface ContentThread {
  writeRichText(document: RichTextNode, format: WrittenFormat): Promise<string>;
  /** Throws FileError as `decideFile` does, and TooMuchWork. */
  decideFile(file: FileToDecide): Promise<DecidedFile | null>;
  /** The same for many small files: each answer throws when it is called. Throws TooMuchWork. */
  decideFiles(files: readonly FileToDecide[]): Promise<readonly (() => DecidedFile | null)[]>;
  /** Throws FileError as `decodeRecord` does, and TooMuchWork. */
  decodeRecord(found: FoundBytes): Promise<RecordValue | readonly Problem[]>;
  /** Throws TooMuchWork. */
  findPlaces(wanted: PositionQuery): Promise<readonly ValuePosition[]>;
  /** Throws FileError as `mergeKnown` does, and TooMuchWork. */
  merge(task: MergeTask): Promise<MergeAnswer>;
  /** Throws TooMuchWork. */
  mergeRecord(task: RecordMergeTask): Promise<RecordMergeAnswer>;
  close(): Promise<void>;
}

/**
 * The limits, in characters, for files that are worked on without the thread: the present file and the new value
 * together. Markdown takes up to 20 µs a character, several times over.
 */
export const MAX_CHARACTERS_HERE = { md: 4 * 1024, yaml: 8 * 1024, json: 64 * 1024 };

/**
 * The limit for one task. The heaviest tasks within the other limits take 3 s of processor time, and the machine may be
 * busy.
 */
const MAX_MS = 20_000;

export function createContentThread(): ContentThread {
  const { ask, close } = createThread<ContentTask, ContentAnswer>('contentWorker.js', { maxMs: MAX_MS });
  return {
    async writeRichText(document, format) {
      const answer = await ask({ write: document, format });
      if ('written' in answer) return answer.written;
      throw new Error('Unexpected answer of the content thread');
    },
    async decideFile(file) {
      return decidedIn(await ask({ decide: file }));
    },
    async decideFiles(files) {
      const answer = accepted(await ask({ decideAll: files }));
      if ('all' in answer) return answer.all.map((one) => () => decidedIn(one));
      throw new Error('Unexpected answer of the content thread');
    },
    async decodeRecord(found) {
      const answer = accepted(await ask({ decode: found }));
      if ('decoded' in answer) return answer.decoded;
      throw new Error('Unexpected answer of the content thread');
    },
    async findPlaces(wanted) {
      const answer = await ask({ find: wanted });
      if ('places' in answer) return answer.places;
      throw new Error('Unexpected answer of the content thread');
    },
    async merge(task) {
      const answer = accepted(await ask({ merge: task }));
      if ('file' in answer) return answer.file;
      throw new Error('Unexpected answer of the content thread');
    },
    async mergeRecord(task) {
      const answer = await ask({ mergeRecord: task });
      if ('record' in answer) return answer.record;
      throw new Error('Unexpected answer of the content thread');
    },
    close,
  };
}

function decidedIn(given: ContentAnswer): DecidedFile | null {
  const answer = accepted(given);
  if ('decided' in answer) return answer.decided;
  throw new Error('Unexpected answer of the content thread');
}

function accepted(answer: ContentAnswer): Exclude<ContentAnswer, ContentRefusal> {
  if ('refused' in answer) throw new FileError(answer.refused.code, answer.refused.message);
  return answer;
}
