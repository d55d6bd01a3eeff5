import { LRUCache } from 'lru-cache';
import { UnreadableObject } from '../../git/objects/unreadableObject.ts';
import { SYSTEM } from '../../model/access.ts';
import { diffVersions } from '../../write/merge/diffRecords.ts';
import { asCommitted, overlayEdits, type TreeVersion } from '../../write/merge/treeVersion.ts';
import { findEditAuthors } from './editAuthors.ts';
import type { MergePlan, MergePlanParts } from './planProposalMerge.ts';
import type { ProposalCommits, ProposalPublication, Publications } from './publication.ts';
import { type EditRightsParts, findRecordsToPublish } from './requireEditRights.ts';

interface PublicationParts extends EditRightsParts, Pick<MergePlanParts, 'readRecord'> {
  readonly repo: MergePlanParts['repo'] & Parameters<typeof findEditAuthors>[1]['repo'];
  plan(live: string, head: string): Promise<MergePlan>;
}

/** As many as the changes of a forecast: a list of what is approved looks at all that somebody has approved. */
const MAX_KEPT = 500;
/** The most files that are compared with what somebody has approved. */
const MAX_DIFFERENCES = 5_000;
const NONE_HIDDEN: ReadonlySet<string> = new Set();

export function createPublications({ plan, ...parts }: PublicationParts): Publications {
  const { repo } = parts;
  /** Those asked for lately, each as long as the files that are saved stay the same. */
  const publications = new LRUCache<string, ProposalPublication>({ max: MAX_KEPT });
  async function publication(live: string, head: string): Promise<ProposalPublication> {
    const name = `${live} ${head} ${parts.store.version}`;
    const known = publications.get(name);
    if (known) return known;
    const { edits, clashes, conflicts } = await plan(live, head);
    const records = await findRecordsToPublish({ edits, actor: SYSTEM }, parts);
    const isUndecided = clashes.length + conflicts.length > 0;
    const findAuthors = () => findEditAuthors({ live, head }, parts);
    const found = { live, head, records: [...records.values()], hidden: NONE_HIDDEN, isUndecided, findAuthors };
    publications.set(name, found);
    return found;
  }

  async function mergedVersion({ live, head }: ProposalCommits): Promise<TreeVersion> {
    const { edits } = await plan(live, head);
    const { tree } = await repo.objects.readCommit(live);
    return overlayEdits(asCommitted(tree), edits);
  }

  return {
    publication,
    async difference(before, after) {
      const { objects, location } = repo;
      const reading = { objects, prefix: location.prefix, readRecord: parts.readRecord, code: parts.store.code };
      try {
        const [from, to] = [await mergedVersion(before), await mergedVersion(after)];
        return await diffVersions(from, to, reading, { maxDifferences: MAX_DIFFERENCES });
      } catch (error) {
        if (error instanceof UnreadableObject) return null;
        throw error;
      }
    },
  };
}
