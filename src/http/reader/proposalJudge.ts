import { branchName } from '../../git/read/ref/refs.ts';
import { type Entry, type RecordRef, refName } from '../../model/entry.ts';
import { CmsError } from '../../model/errors.ts';
import type { ActorRights } from '../../model/rights/rights.ts';
import { nameOfBranch } from '../../proposal/branch/names.ts';
import type { Proposal } from '../../proposal/findProposal.ts';
import type { Proposals } from '../../proposal/proposals.ts';
import type { ProposalDescription } from '../../proposal/publish/describeProposal.ts';
import type { Site } from '../../site/site.ts';
import { locateFile } from '../../store/file/inspectSightings.ts';
import { aliasNames } from '../../view/admin/aliasNames.ts';
import type { RecordDifference } from '../../write/merge/diffRecords.ts';
import type { ReaderSites } from './readerSites.ts';

/** A change as somebody sees it. */
export interface JudgedProposal {
  /** Without hidden records. */
  readonly description: ProposalDescription;
  /** Whether it shows nothing but hidden records, so that it does not exist for the reader. */
  readonly isHidden: boolean;
  /** Whether nothing in it is hidden. */
  readonly isWhole: boolean;
}

/** Judges what somebody may read of changes. */
export interface ProposalJudge {
  look(proposal: ProposalToJudge): Promise<JudgedProposal>;
  /** The records that may be read of those that differ. @param name the change in which they do, if it is one */
  readable(records: readonly RecordDifference[], name?: string): Promise<readonly RecordDifference[]>;
  /** Whether a name of a version of the site is that of a change which shows nothing but hidden records. */
  isHiddenRef(name: string): Promise<boolean>;
  /** Whether a file of the content, by its path there, is of a live record that may be read. */
  mayReadFile(path: string): boolean;
}

type ProposalToJudge = Pick<Proposal, 'name' | 'head'> & Partial<Pick<Proposal, 'facts'>>;

interface Parts {
  readonly proposals: Pick<Proposals, 'describe' | 'open' | 'get'>;
  readonly rights: ActorRights;
  readonly live: Site;
  readonly sites: ReaderSites;
}

export function createProposalJudge({ proposals, rights, live, sites }: Parts): ProposalJudge {
  const { store } = sites.restrict(live);
  const isLiveHidden = ({ kind, id }: RecordRef): boolean =>
    live.store.get(kind, id) !== undefined && store.get(kind, id) === undefined;

  async function mayRead(record: RecordDifference, name: string | undefined): Promise<boolean> {
    const { kind, id, subjects } = record;
    if (subjects === null || isLiveHidden(record)) return false;
    const present: Entry | undefined = live.store.get(kind, id);
    if (rights.asksOwner && !present) return name !== undefined && isInChange(record, name);
    const owner = present && rights.asksOwner ? live.history.ownerOf(present.path) : undefined;
    return subjects.every((subject) => rights.mayRead({ ...subject, owner, isPublic: false }));
  }

  /** Whether a record that is not live yet may be read: the history of the branch knows who created it. */
  async function isInChange({ kind, id }: RecordRef, name: string): Promise<boolean> {
    const branch = await proposals.open(name, false).catch(() => null);
    return branch !== null && sites.restrict(branch).store.get(kind, id) !== undefined;
  }

  const judge: ProposalJudge = {
    async readable(all, name) {
      const records: RecordDifference[] = [];
      for (const record of all)
        if (await mayRead(record, name)) records.push({ ...record, values: aliasNames(record.values, store) });
      return records;
    },
    async look(proposal) {
      const whole = await proposals.describe(proposal);
      const records = await judge.readable(whole.records, proposal.name);
      const names = new Set(records.map(refName));
      const clashes = aliasNames(
        whole.clashes.filter((clash) => names.has(refName(clash))),
        store,
      );
      const isOfHidden = proposal.facts?.draftOf != null && isLiveHidden(proposal.facts.draftOf);
      const isEmptied = records.length === 0 && whole.records.length > 0;
      // What cannot be read cannot be judged.
      const isUnreadable = whole.problem !== null || whole.files.some((path) => locateFile('content', path) !== null);
      return {
        description: { ...whole, records, clashes, files: [], conflicts: [], problem: null },
        isHidden: isOfHidden || isEmptied || (isUnreadable && records.length === 0),
        isWhole: !isUnreadable && !isOfHidden && records.length === whole.records.length,
      };
    },
    async isHiddenRef(name) {
      const proposal = await proposals.get(nameOfBranch(branchName(name))).catch(refuseOthers);
      return proposal !== undefined && (await judge.look(proposal)).isHidden;
    },
    mayReadFile: (path) => store.fileAt(path) !== undefined,
  };
  return judge;
}

/** What is no change is not hidden as one. */
function refuseOthers(error: unknown): undefined {
  if (!(error instanceof CmsError)) throw error;
}
