import type { FileEdit } from '../../git/publish/request.ts';
import { MultiMap } from '../../lib/list/MultiMap.ts';
import type { RecordClash } from '../../model/clash.ts';
import type { Entry, Lookup } from '../../model/entry.ts';
import { notFound } from '../../model/errors.ts';
import { allRecordsIn, type PlanContext, type RecordDraft, type SourceFile } from '../action.ts';
import { findRecordFile } from '../merge/loadRecords.ts';
import { asCommitted, type MergeSource } from '../merge/treeVersion.ts';
import { asRecordDraft, kindLabel, withAllIds } from '../records.ts';
import type { ClashResolutions } from './clashResolutions.ts';
import { type ResolvedRecord, resolveRecord } from './resolveRecord.ts';

/** The file that one side of a merge has for the record of a clash. */
export type FindSource = (clash: RecordClash, side: 'ours' | 'theirs') => Promise<SourceFile | undefined>;

/** Finds the files in the two commits of a merge. */
export const createFindSource =
  (commits: Readonly<Record<'ours' | 'theirs', string>>, source: MergeSource): FindSource =>
  async (clash, side) => {
    const commit = await source.objects.findCommit(commits[side]);
    return commit && findRecordFile(clash, source, asCommitted(commit.tree));
  };

/** The files behind the records that clash. */
export interface ClashFiles {
  /** A record that is taken from one side as a whole keeps the text of that side's file. */
  readonly findSource: FindSource;
  /** The edits that remove the file of a media item. */
  planRemoval(filename: string): Promise<readonly FileEdit[]>;
}

export interface MergeToResolve {
  readonly clashes: readonly RecordClash[];
  readonly choices: ClashResolutions;
  readonly files: ClashFiles;
}

/**
 * The drafts that resolve clashes of merged files; the records are as the merge has left them.
 *
 * @throws CmsError NOT_FOUND if a record is gone
 */
export async function draftResolutions(
  { clashes, choices, files }: MergeToResolve,
  context: PlanContext,
): Promise<readonly RecordDraft[]> {
  const byRecord = new MultiMap<string, RecordClash>();
  for (const clash of clashes) byRecord.add(`${clash.kind} ${clash.key}`, clash);
  const drafts: RecordDraft[] = [];
  for (const name of byRecord.keys()) {
    const ofRecord = byRecord.get(name);
    const [clash] = ofRecord as [RecordClash];
    const present = findClashRecord(clash, context.lookup);
    if (!present) throw notFound(kindLabel(clash.kind));
    const resolved = resolveRecord(present.data as object, ofRecord, choices);
    const take = resolved?.replacement?.take;
    const source = take && (await files.findSource(clash, take));
    const draft = resolved
      ? draftResolvedRecord({ present, resolved, source }, context)
      : await draftRemoval(present, files, context);
    drafts.push(draft);
  }
  return drafts;
}

/** The present version of the record that has the clash. */
export const findClashRecord = (
  { kind, id, key }: RecordClash,
  lookup: Pick<Lookup, 'get' | 'byKey'>,
): Entry | undefined => lookup.get(kind, id) ?? lookup.byKey(kind, key);

/** A media item goes with its file, unless another one has the same. */
async function draftRemoval(present: Entry, files: ClashFiles, context: PlanContext): Promise<RecordDraft> {
  const removal = asRecordDraft({ kind: present.kind, before: present, after: null });
  if (removal.kind !== 'media') return removal;
  const { filename } = removal.before!.data;
  const isShared = allRecordsIn(context)
    .find('media', 'byFilename', filename)
    .some(({ id }) => id !== present.id);
  return isShared ? removal : { ...removal, attachments: await files.planRemoval(filename) };
}

interface Resolution {
  readonly present: Entry;
  readonly resolved: ResolvedRecord;
  readonly source: SourceFile | undefined;
}

function draftResolvedRecord({ present, resolved, source }: Resolution, context: PlanContext): RecordDraft {
  const { kind } = present;
  const { data, replacement } = resolved;
  const whole = withAllIds(kind, data, context);
  const isFree = replacement?.id !== undefined && allRecordsIn(context).get(kind, replacement.id) === undefined;
  const id = isFree ? replacement.id : present.id;
  const createdAt = replacement?.createdAt ?? present.createdAt;
  return asRecordDraft({ kind, before: present, after: { id, createdAt, data: whole }, ...(source && { source }) });
}
