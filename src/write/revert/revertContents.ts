import { blobId } from '../../lib/text/blobId.ts';
import { createYieldIfBusy } from '../../lib/turn/createYieldIfBusy.ts';
import type { EntryChange } from '../../model/entry.ts';
import type { CommitContent, MediaFileDiff } from '../../site/version/past.ts';
import { type Action, allRecordsIn, type PlanContext, type RecordDraft } from '../action.ts';
import { overlayChanges, provisional } from '../queue/overlayChanges.ts';
import { asRecordDraft } from '../records.ts';
import { createChoices } from '../resolve/clashResolutions.ts';
import { attachFiles, planReversal, type Reversal, requireMediaFiles } from './revertCommit.ts';

interface Reversals extends Pick<Reversal, 'files' | 'choices'> {
  /** Each is taken back onto what the ones before it leave. */
  readonly contents: readonly CommitContent[];
  readonly subject: string;
  readonly note?: string;
}

/**
 * Undoes several changes of the content in one commit, and keeps what is not part of them.
 *
 * @throws CmsError CONFLICT with the `clashes` of all, unless choices resolve them
 */
export const revertContents = ({ contents, files, choices, subject, note }: Reversals): Action => ({
  ...{ name: 'commit.revert', subject, note },
  bringsBack: true,
  async plan(context) {
    requireMediaFiles(
      files,
      contents.flatMap(({ records }) => records),
      context,
    );
    const chosen = createChoices(choices, { why: 'has been changed since' });
    const yieldIfBusy = createYieldIfBusy();
    const planned = new Map<string, RecordDraft>();
    for (const content of contents) {
      const scope = overlayPlanned([...planned.values()], context);
      for (const draft of await planReversal(content, scope, chosen)) addDraft(draft, planned);
      await yieldIfBusy();
    }
    chosen.requireAll();
    return attachFiles([...planned.values()], files, allRecordsIn(context));
  },
});

function addDraft(draft: RecordDraft, planned: Map<string, RecordDraft>): void {
  const name = `${draft.kind}/${(draft.before ?? draft.after)!.id}`;
  const earlier = planned.get(name);
  const joined = asRecordDraft(earlier ? { ...draft, before: earlier.before } : draft);
  if (joined.before === null && joined.after === null) planned.delete(name);
  else planned.set(name, joined);
}

/** The records as they will be once some drafts are written. */
function overlayPlanned(drafts: readonly RecordDraft[], context: PlanContext): PlanContext {
  if (drafts.length === 0) return context;
  const changes = drafts.map(foreseeDraft);
  const { lookup, everything } = context;
  return {
    ...context,
    lookup: overlayChanges(lookup, changes),
    ...(everything && { everything: overlayChanges(everything, changes) }),
  };
}

/** A file that goes back to earlier bytes has their version, by which the next step knows it. */
function foreseeDraft(draft: RecordDraft): EntryChange {
  const { kind, before, after } = provisional(draft);
  const source = draft.source && { path: draft.source.path, rev: blobId(draft.source.bytes) };
  return { kind, before, after: after && { ...after, ...source } };
}

/** What the changes together did to the files of media items: one may have replaced what another had added. */
export function joinMediaFiles(contents: readonly CommitContent[]): readonly MediaFileDiff[] {
  const joined = new Map<string, MediaFileDiff>();
  for (const diff of contents.flatMap(({ mediaFiles }) => mediaFiles)) {
    const later = joined.get(diff.path);
    if (!later) joined.set(diff.path, diff);
    else if (later.before === diff.after) joined.set(diff.path, { ...later, before: diff.before });
  }
  return [...joined.values()];
}
