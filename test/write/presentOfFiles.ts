import { FEATURES } from '../../src/features/lists/server.ts';
import { blobId } from '../../src/lib/text/blobId.ts';
import type { Actor } from '../../src/model/access.ts';
import type { Lookup } from '../../src/model/entry.ts';
import type { Kind, Records } from '../../src/model/records.ts';
import { createActor } from '../../src/model/rights/createActor.ts';
import { decodeFile } from '../../src/store/codec/decodeFile.ts';
import { formatOf } from '../../src/store/codec/formats.ts';
import { createStore } from '../../src/store/createStore.ts';
import { createReadRecord, toFileRecord } from '../../src/store/file/fileRecord.ts';
import { locateFile } from '../../src/store/file/inspectSightings.ts';
import { createRecordIds } from '../../src/store/id/ids.ts';
import { readBody } from '../../src/store/record/body.ts';
import { decideFile } from '../../src/store/record/decideFile.ts';
import type { DecideFile } from '../../src/store/record/decideFiles.ts';
import type { FileUpdate } from '../../src/store/store.ts';
import type { Action, DraftOf, RecordDraft } from '../../src/write/action.ts';
import { planWrite } from '../../src/write/queue/planWrite.ts';
import { type PresentState, presentOf } from '../../src/write/queue/presentState.ts';
import { createPublishGuards } from '../../src/write/rights/publishGuard.ts';
import { createValidate } from '../../src/write/validate/validate.ts';
import { nextFreeId } from '../nextFreeId.ts';

export type Files = Readonly<Record<string, string>>;

export const ADA: Actor = createActor({ type: 'user', id: 1, name: 'Ada', email: 'ada@example.org', role: 'admin' });
export const NOW = new Date('2026-02-01T12:00:00.000Z');

/** Decides every file in this thread. */
export const decideHere: DecideFile = async (file) => decideFile(file);

export const readRecord = createReadRecord();
const validate = createValidate();

/** The present for these files of both homes, without a disk. */
export function presentOfFiles(files: Files): PresentState {
  const store = createStore();
  store.apply(Object.entries(files).map(([path, text]) => updateOf(path, Buffer.from(text))));
  return presentOf(store, (_, path) => (path in files ? Buffer.from(files[path]!) : null));
}

function updateOf(path: string, bytes: Buffer): FileUpdate {
  const located = locateFile('content', path) ?? locateFile('private', path)!;
  const { value, body } = decodeFile(formatOf(path)!, bytes);
  const read = readRecord(located, path, value, readBody(body));
  if (!('data' in read)) throw new Error(read.map(({ message }) => message).join('; '));
  const time = '2026-01-01T00:00:00.000Z';
  const record = toFileRecord(located, { path, rev: blobId(bytes) }, read, { createdAt: time, updatedAt: time });
  return { path, record, problems: [] };
}

/** A draft that changes a record that is there, by its key. */
export function changing<K extends Kind>(
  { byKey }: Pick<Lookup, 'byKey'>,
  kind: K,
  key: string,
  change: Partial<Records[K]> | null,
): RecordDraft {
  const before = byKey(kind, key);
  if (!before) throw new Error(`No ${kind} ${key}`);
  const { id, createdAt, data } = before;
  return { kind, before, after: change && { id, createdAt, data: { ...data, ...change } } } as DraftOf<K> as never;
}

/** A draft of a new record with this id. */
export const making = <K extends Kind>(kind: K, data: Records[K], id = 90): RecordDraft =>
  ({ kind, before: null, after: { id, createdAt: NOW.toISOString(), data } }) as DraftOf<K> as never;

/** Plans drafts as an action of this name, as the writer does. */
export function planDrafts(
  present: PresentState,
  drafts: readonly RecordDraft[],
  action: Partial<Action> = {},
): ReturnType<typeof planWrite> {
  const asked: Action = { name: 'page.update', plan: () => drafts, ...action };
  return planWrite({ action: asked, actor: ADA, now: NOW }, present, {
    prepareReferences: async () => {},
    consequences: FEATURES.flatMap(({ consequences = [] }) => consequences),
    ownerOf: () => undefined,
    guard: createPublishGuards(),
    validate,
    readRecord,
    decideFile: decideHere,
    ids: createRecordIds({
      marks: { read: () => ({}), write: () => {} },
      taken: { has: () => false, highest: () => 89 },
      chooseId: nextFreeId,
    }),
  });
}
