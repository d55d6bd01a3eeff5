import type { ChangeState } from '../../model/changeState.ts';
import type { RecordClash } from '../../model/clash.ts';
import type { Problem, RecordRef } from '../../model/entry.ts';
import { type Detail, describeDetail } from '../../model/errors.ts';
import type { ValueDifference } from '../../model/merge/diffData.ts';
import type { Kind } from '../../model/records.ts';
import { showProblem } from './dashboard.ts';

/** A change, and its difference from the live content. */
export interface ShownChange {
  readonly name: string;
  readonly title: string;
  readonly ref: string;
  readonly source: 'local' | 'host';
  /** The number of the merge request at the git host. */
  readonly request: number | null;
  /** The web page of the merge request. */
  readonly requestUrl: string | null;
  readonly base: string | null;
  readonly head: string;
  readonly ahead: number;
  readonly behind: number;
  readonly facts: {
    readonly author: string;
    /** The author of the last commit. */
    readonly updatedBy: string;
    readonly createdAt: string;
    readonly updatedAt: string;
    readonly draftOf: RecordRef | null;
  } | null;
  readonly scheduledAt: string | null;
  /** Why it could not be published on schedule. */
  readonly scheduleProblems: readonly Detail[];
  readonly records: readonly ShownRecord[];
  readonly files: readonly string[];
  readonly clashes: readonly RecordClash[];
  /** Why it cannot be shown, as if it held nothing. */
  readonly problem: { readonly reason: 'missing' | 'damaged' | 'large'; readonly message: string } | null;
}

interface ShownRecord {
  readonly kind: Kind;
  readonly key: string;
  readonly id: number;
  readonly title: string;
  readonly change: 'created' | 'updated' | 'deleted';
  readonly renamedFrom?: string;
  readonly values: readonly ValueDifference[] | null;
}

/** What identifies a change. */
export const showChangeName = ({
  name,
  title,
  ref,
  source,
  facts,
}: Pick<ShownChange, 'name' | 'title' | 'ref' | 'source' | 'facts'>): object => ({
  ...{ name, title, ref, source, draftOf: facts?.draftOf ?? null },
});

/** A change in a list (contract, "Changes"). */
export const showChangeItem = ({ records, ...change }: ShownChange, state: ChangeState): object => ({
  ...showHead(change),
  state,
  records: records.map(({ values: _, ...record }) => record),
});

/** A change by itself. */
export const showChange = ({ records, ...change }: ShownChange, problems: readonly Problem[]): object => ({
  ...showHead(change),
  records,
  problems: problems.map(showProblem),
});

interface DraftSummary extends Pick<ShownChange, 'name' | 'head' | 'ahead' | 'facts' | 'scheduledAt'> {
  /** How many values have been changed differently in what is live. */
  readonly conflicts: number;
}

/** The draft of a record, beside the record. */
export const showDraft = ({ name, head, ahead, facts, scheduledAt, conflicts }: DraftSummary): object => ({
  change: name,
  head,
  author: facts?.updatedBy ?? null,
  updatedAt: facts?.updatedAt ?? null,
  ahead,
  conflicts,
  scheduledAt,
});

const showHead = ({ facts, ...change }: Omit<ShownChange, 'records'>): object => ({
  name: change.name,
  title: change.title,
  ref: change.ref,
  source: change.source,
  request: change.request,
  requestUrl: change.requestUrl,
  base: change.base,
  head: change.head,
  author: facts?.author ?? null,
  createdAt: facts?.createdAt ?? null,
  updatedAt: facts?.updatedAt ?? null,
  ahead: change.ahead,
  behind: change.behind,
  page: facts?.draftOf?.kind === 'page' ? facts.draftOf.id : null,
  draftOf: facts?.draftOf ?? null,
  files: change.files,
  clashes: change.clashes,
  problem: change.problem,
  scheduledAt: change.scheduledAt,
  scheduleProblem: change.scheduleProblems.map(describeDetail).join('; ') || null,
  scheduleProblems: change.scheduleProblems,
});
