import { join } from 'node:path';
import { createThread, TooMuchWork } from '../../lib/turn/createThread.ts';
import { isBranchName, type OtherRefs } from '../../model/address/remoteAddress.ts';
import { listRefs } from '../read/ref/listRefs.ts';
import { TOKEN_USER } from './nativeRemote.ts';
import { BRANCH_REFS, type HostRef, latestRequests, REQUEST_REFS, requestFolder, requestRef } from './otherRefs.ts';
import type { PortableAnswer, PortableTask } from './portableWorker.ts';
import { readFailure } from './readFailure.ts';
import { forgiveFailure, type Remote, RemoteFailure } from './remote.ts';
import type { RemoteOptions } from './remoteOptions.ts';

const MAX_MS = 15 * 60_000;

/** Talks to the git host without a git program, over http only; in a thread, because packs are read and made there. */
export function createPortableRemote({ location, name, address, token, silentMs, ...keeping }: RemoteOptions): Remote {
  if (address.transport !== 'http')
    throw new RemoteFailure('other', 'Without the git program a host can only be reached over https');
  const { syncFolders, keepRef, dropRef } = keeping;
  const thread = createThread<PortableTask, PortableAnswer>('remoteWorker.js', { maxMs: MAX_MS });
  const { username = TOKEN_USER, password = token } = address;
  const secrets = [token, password].flatMap((secret) => secret ?? []);
  const refOf = (branch: string): string => `refs/remotes/${name}/${branch}`;

  async function ask(task: Pick<PortableTask, 'list' | 'fetch' | 'push' | 'remove'>): Promise<PortableSuccess> {
    const { commonDir } = location;
    const answer = await thread
      .ask({ ...task, commonDir, url: address.url, username, password, silentMs })
      .catch(explainThreadError);
    if ('said' in answer) throw readFailure(answer.said, secrets);
    return answer;
  }

  async function fetchRef(ref: string, known: string): Promise<string | null> {
    const answer = await ask({ fetch: { ref, known } });
    const commit = 'commit' in answer ? answer.commit : null;
    await syncFolders([join(location.commonDir, 'objects/pack')]);
    // Only now: isomorphic-git would set it before its commit is durable.
    if (commit !== null) await keepRef(known, commit);
    return commit;
  }

  async function list(prefix: string): Promise<readonly HostRef[]> {
    const answer = await ask({ list: prefix });
    return 'refs' in answer ? answer.refs : [];
  }

  /** Commits of other branches that are not asked for again. */
  const tooLarge = new Set<string>();

  /** Makes the refs in a folder those that the host has (by their names here): fetches a few a round, drops all others. */
  async function follow(folder: `refs/${string}/`, there: ReadonlyMap<string, HostRef>): Promise<void> {
    const here = listRefs(location.commonDir, folder);
    const wanted = [...there].filter(([known, { commit }]) => here.get(known) !== commit && !tooLarge.has(commit));
    // First: a branch may have taken the place of a folder of branches, or the other way round.
    for (const known of here.keys()) if (!there.has(known)) await dropRef(known);
    for (const [known, { ref, commit }] of wanted.slice(0, MAX_FOLLOWED))
      await fetchRef(ref, known).catch((error: unknown) => {
        // What somebody has pushed to one branch keeps nobody from the others.
        if (!(error instanceof RemoteFailure && error.reason === 'large')) throw error;
        tooLarge.add(commit);
      });
  }

  async function fetchOthers(others: OtherRefs): Promise<void> {
    const heads = await list(BRANCH_REFS);
    const branches = heads.map((one) => [refOf(one.ref.slice(BRANCH_REFS.length)), one] as const);
    await follow(`refs/remotes/${name}/`, new Map(branches.filter(([known]) => isBranchName(known))));
    if (others !== 'requests') return;
    const refs = [...(await list(REQUEST_REFS[0])), ...(await list(REQUEST_REFS[1]))];
    const requests = [...latestRequests(refs)].map(([number, one]) => [requestRef(name, number), one] as const);
    await follow(requestFolder(name), new Map(requests));
  }

  return {
    shown: address.url,
    name,
    async fetch(branches, others = 'upstream') {
      const tips = new Map<string, string | null>();
      for (const branch of branches) tips.set(branch, await fetchRef(`${BRANCH_REFS}${branch}`, refOf(branch)));
      if (others !== 'upstream') await fetchOthers(others).catch(forgiveFailure);
      return tips;
    },
    async push({ commit, branch, onto }) {
      await ask({ push: { commit, branch, onto } });
      await keepRef(refOf(branch), commit);
    },
    async remove({ commit, branch }) {
      await ask({ remove: { commit, branch } });
      await dropRef(refOf(branch));
    },
    close: thread.close,
  };
}

type PortableSuccess = Exclude<PortableAnswer, { readonly said: string }>;

const MAX_FOLLOWED = 20;

function explainThreadError(error: unknown): PortableAnswer {
  if (error instanceof TooMuchWork) return { said: 'Connection timed out: it took too long, or too much memory' };
  throw error;
}
