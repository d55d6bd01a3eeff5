import { join } from 'node:path';
import { createThread, TooMuchWork } from '../../lib/turn/createThread.ts';
import { TOKEN_USER } from './nativeRemote.ts';
import type { PortableAnswer, PortableTask } from './portableWorker.ts';
import { readFailure } from './readFailure.ts';
import { type Remote, RemoteFailure } from './remote.ts';
import type { RemoteOptions } from './remoteOptions.ts';

const MAX_MS = 15 * 60_000;

/** Asks the git host without a git program, by http alone: in a thread, for packs are read and made there. */
export function createPortableRemote({ location, name, address, token, syncFolders, keepRef }: RemoteOptions): Remote {
  if (address.transport !== 'http')
    throw new RemoteFailure('other', 'Without the git program a host is reached by https only');
  const thread = createThread<PortableTask, PortableAnswer>('remoteWorker.js', { maxMs: MAX_MS });
  const { username = TOKEN_USER, password = token } = address;
  const secrets = [token, password].flatMap((secret) => secret ?? []);
  const refOf = (branch: string): string => `refs/remotes/${name}/${branch}`;

  async function ask(task: Pick<PortableTask, 'fetch' | 'push'>): Promise<string | null> {
    const { commonDir } = location;
    const answer = await thread.ask({ ...task, commonDir, url: address.url, username, password }).catch(explain);
    if ('said' in answer) throw readFailure(answer.said, secrets);
    return answer.commit;
  }

  return {
    shown: address.url,
    name,
    async fetch(branches) {
      const tips = new Map<string, string | null>();
      for (const branch of branches) {
        const commit = await ask({ fetch: { branch, known: refOf(branch) } });
        tips.set(branch, commit);
        await syncFolders([join(location.commonDir, 'objects/pack')]);
        // Only now: isomorphic-git would set it before its commit is there.
        if (commit !== null) await keepRef(refOf(branch), commit);
      }
      return tips;
    },
    async push({ commit, branch }) {
      await ask({ push: { commit, branch } });
      await keepRef(refOf(branch), commit);
    },
    close: thread.close,
  };
}

function explain(error: unknown): PortableAnswer {
  if (error instanceof TooMuchWork) return { said: 'Connection timed out: it takes too long, or too much memory' };
  throw error;
}
