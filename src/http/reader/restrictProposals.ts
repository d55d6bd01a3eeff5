import { createYieldIfBusy, SHARED_SLICES } from '../../lib/turn/createYieldIfBusy.ts';
import type { RecordClash } from '../../model/clash.ts';
import { refName } from '../../model/entry.ts';
import { notFound } from '../../model/errors.ts';
import type { RecordLocation } from '../../model/location.ts';
import type { ForecastClash } from '../../proposal/branch/forecast.ts';
import type { Proposal } from '../../proposal/findProposal.ts';
import type { Proposals } from '../../proposal/proposals.ts';
import type { ProposalDescription } from '../../proposal/publish/describeProposal.ts';
import type { Site } from '../../site/site.ts';
import { aliasNames } from '../../view/admin/aliasNames.ts';
import { hiddenParts, withoutHiddenDetails } from './hiddenParts.ts';
import type { JudgedProposal, ProposalJudge } from './proposalJudge.ts';
import type { ReaderSites } from './readerSites.ts';
import { readableNames } from './restrictTrail.ts';

interface Parts {
  readonly proposals: Proposals;
  readonly judge: ProposalJudge;
  readonly sites: ReaderSites;
  /** What is live, as the reader sees it. */
  readonly live: Pick<Site, 'store' | 'history'>;
}

/**
 * Changes for somebody who may not read all content. One that is about hidden records alone does not exist; of one that
 * holds some, the others are shown, and it can be edited but neither published nor dropped.
 */
export function restrictProposals({ proposals, judge, sites, live }: Parts): Proposals {
  const { store: lookup } = live;
  async function getVisible(name: string): Promise<JudgedProposal & { readonly proposal: Proposal }> {
    const proposal = await proposals.get(name);
    const judged = await judge.look(proposal);
    if (judged.isHidden) throw notFound('Change');
    return { ...judged, proposal };
  }
  async function requireWhole(name: string): Promise<Proposal> {
    const { proposal, isWhole } = await getVisible(name);
    if (!isWhole) throw hiddenParts();
    return proposal;
  }
  async function filterVisible<T>(all: readonly T[], read: (one: T) => Promise<JudgedProposal>): Promise<readonly T[]> {
    const yieldIfBusy = createYieldIfBusy(SHARED_SLICES);
    const visible: T[] = [];
    for (const one of all) {
      if (!(await read(one)).isHidden) visible.push(one);
      await yieldIfBusy();
    }
    return visible;
  }
  /** Counts only what the reader may know of. */
  const withCounts = async <T extends Proposal>(proposal: T, { description, isWhole }: JudgedProposal): Promise<T> => ({
    ...proposal,
    behind: await countReadableSince(proposal, live),
    ...(!isWhole && { ahead: Math.min(proposal.ahead, description.records.length) }),
  });
  const lookAtBranch = async (branch: Parameters<Proposals['read']>[0]) => judge.look(await proposals.read(branch));
  const explain = <T>(work: Promise<T>): Promise<T> =>
    work.catch((error: unknown) => {
      throw withoutHiddenDetails(error, judge.mayReadFile, lookup);
    });

  return {
    ...proposals,
    list: async () => filterVisible(await proposals.list(), lookAtBranch),
    findByTitle: async (title) => filterVisible(await proposals.findByTitle(title), lookAtBranch),
    async get(name) {
      const { proposal, ...judged } = await getVisible(name);
      return withCounts(proposal, judged);
    },
    async read(branch) {
      const proposal = await proposals.read(branch);
      return withCounts(proposal, await judge.look(proposal));
    },
    describe: async (change) => (await judge.look(change)).description,
    differences: async (change) => (await judge.look(change)).description,
    compare: async (from, to) => ({
      records: await judge.readable((await proposals.compare(from, to)).records),
      files: [],
    }),
    async forecast(name) {
      const own = await getVisible(name);
      const forecast = await proposals.forecast(name);
      const clashing: ForecastClash[] = [];
      for (const { branch, clashes } of forecast.clashing) {
        const other = await lookAtBranch(branch);
        const shown = findShownClashes(clashes, own.description, other.description);
        if (!other.isHidden && shown.length > 0)
          clashing.push({ branch, clashes: aliasNames(shown, lookup), conflicts: [] });
      }
      return { ...forecast, clashing };
    },
    async problems(name) {
      await getVisible(name);
      return (await proposals.problems(name)).filter(({ path }) => judge.mayReadFile(path));
    },
    async publication(name) {
      const { description, isWhole } = await getVisible(name);
      const found = await proposals.publication(name);
      const shown = new Set(description.records.map(refName));
      const hidden = isWhole ? [] : found.records.map(refName).filter((record) => !shown.has(record));
      return { ...found, hidden: new Set(hidden) };
    },
    async differenceSince(name, before) {
      const { description } = await getVisible(name);
      const shown = new Set(description.records.map(refName));
      const found = await proposals.differenceSince(name, before);
      if (!found) return null;
      const records = found.records.filter((record) => shown.has(refName(record)));
      return { records: records.map((one) => ({ ...one, values: aliasNames(one.values, lookup) })), files: [] };
    },
    async openDraft(wanted, actor) {
      const opened = await proposals.openDraft(wanted, actor);
      await getVisible(opened.proposal.name);
      return opened;
    },
    async rename(name, title, actor) {
      await getVisible(name);
      return proposals.rename(name, title, actor);
    },
    async drop(name, actor) {
      await requireWhole(name);
      return proposals.drop(name, actor);
    },
    async dropped() {
      return filterVisible(await proposals.dropped(), ({ name, commit }) => judge.look({ name, head: commit }));
    },
    async bringBack(name) {
      const dropped = (await proposals.dropped()).find((one) => one.name === name);
      if (dropped && (await judge.look({ name, head: dropped.commit })).isHidden) throw notFound('Change');
      return proposals.bringBack(name);
    },
    async update(name, settled) {
      await requireWhole(name);
      return explain(proposals.update(name, settled));
    },
    async publish(name, settled) {
      // Nothing may come into it meanwhile that has not been judged.
      const { head } = await requireWhole(name);
      return explain(proposals.publish(name, { ...settled, head: settled.head ?? head }));
    },
    async move(name, moving) {
      const { description, isWhole } = await getVisible(name);
      const isShown = ({ kind, key }: RecordLocation): boolean =>
        description.records.some((one) => one.kind === kind && (one.key === key || one.renamedFrom === key));
      if (!isWhole && !moving.records.every(isShown)) throw notFound('Edit of the record');
      if (moving.to.type === 'change') await getVisible(moving.to.name);
      return explain(proposals.move(name, moving));
    },
    async open(name, forWriting) {
      await getVisible(name);
      return sites.restrict(await proposals.open(name, forWriting));
    },
    async strayEdits(draft) {
      const stray = await proposals.strayEdits(draft);
      if (stray.some((path) => !judge.mayReadFile(path))) throw hiddenParts();
      return stray;
    },
  };
}

/** The clashes about records that somebody may read in both changes. */
function findShownClashes(
  clashes: readonly RecordClash[],
  ...changes: readonly Pick<ProposalDescription, 'records'>[]
): readonly RecordClash[] {
  const shown = changes.map(({ records }) => new Set(records.map(refName)));
  return clashes.filter((clash) => shown.every((names) => names.has(refName(clash))));
}

/** The most commits to count, as for everybody. */
const MOST = 10_000;

/** How many live commits since a change's base have changed something that can be read. */
async function countReadableSince(
  { base, behind }: Pick<Proposal, 'base' | 'behind'>,
  { store, history }: Parts['live'],
): Promise<number> {
  if (behind === 0) return 0;
  const changes = history.commits().changes();
  const yieldIfBusy = createYieldIfBusy(SHARED_SLICES);
  let count = 0;
  for (let index = 0; index < Math.min(changes.length, MOST); index++) {
    const { commit, records } = changes.at(index);
    if (commit === base) break;
    if (readableNames(records, store).length > 0) count += 1;
    const turn = yieldIfBusy();
    if (turn) await turn;
  }
  return Math.min(count, behind);
}
