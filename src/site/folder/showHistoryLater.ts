import type { HeadHistory } from '../../git/history/history.ts';
import type { HeadFollower } from '../watch/followHead.ts';
import type { Indexer } from './indexer.ts';

interface Parts {
  readonly records: { readonly history: Pick<HeadHistory, 'extend'>; readonly historyReady: Promise<unknown> };
  readonly indexer: Pick<Indexer, 'load'>;
  readonly follower: Pick<HeadFollower, 'head'>;
  readonly writer: { inTurn(work: () => Promise<void>): Promise<void> };
  onError(error: unknown): void;
}

/** Loads the records again once a slow history is read, so that they get their times from it. */
export function showHistoryLater({ records, indexer, follower, writer, onError }: Parts): void {
  const show = async (): Promise<void> => {
    await records.history.extend(follower.head);
    await indexer.load();
  };
  void records.historyReady.then(() => writer.inTurn(show)).catch(onError);
}
