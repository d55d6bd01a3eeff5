import type { NoticeSubject } from '../inbox/notice.ts';
import { entityOf } from '../model/entities/index.ts';
import type { Entry, RecordRef } from '../model/entry.ts';
import { ifThere } from '../proposal/findProposal.ts';
import type { Site } from '../site/site.ts';
import type { ReadableProposals } from './featureParts.ts';

interface ReadableVersions {
  readonly live: Site;
  readonly proposals: ReadableProposals;
}

/** What people talk about and are told of: a record, as it is in a change if it names one, or a change as a whole. */
type ReadableSubject = Pick<NoticeSubject, 'record' | 'change'>;

/** Whether a subject is there and can be read with these parts. */
export async function isSubjectReadable(
  { record, change }: ReadableSubject,
  parts: ReadableVersions,
): Promise<boolean> {
  if (record) return (await readSubjectRecord(record, change, parts)) !== undefined;
  return change !== null && (await openChange(change, parts.proposals)) !== undefined;
}

/** Those whose subject can be read with these parts. */
export async function keepReadable<S extends ReadableSubject>(
  all: readonly S[],
  parts: ReadableVersions,
): Promise<readonly S[]> {
  const isKept = await Promise.all(all.map((one) => isSubjectReadable(one, parts)));
  return all.filter((_, index) => isKept[index]);
}

/** The record in a change, or else in its draft, or else as it is live. */
export async function readSubjectRecord(
  record: RecordRef,
  change: string | null,
  { live, proposals }: ReadableVersions,
): Promise<Entry | undefined> {
  const name = change ?? proposals.drafts.nameOf(record);
  const site: Site = (name === undefined ? undefined : await openChange(name, proposals)) ?? live;
  return site.store.get(record.kind, record.id);
}

/** What a subject that can be read is called: a record outside of changes as it is live, if it is. Null if it is gone. */
export async function findTitle({ record, change }: ReadableSubject, parts: ReadableVersions): Promise<string | null> {
  if (!record) return change === null ? null : ((await ifThere(parts.proposals.get(change)))?.title ?? null);
  // To open a draft that many versions have gone live beside takes long.
  const live: Entry | undefined = change === null ? parts.live.store.get(record.kind, record.id) : undefined;
  const entry = live ?? (await readSubjectRecord(record, change, parts));
  return entry ? entityOf(record.kind).title(entry.data) : null;
}

/** Undefined for a change that was published or dropped. */
const openChange = (name: string, proposals: ReadableProposals): Promise<Site | undefined> =>
  ifThere(proposals.open(name, false));
