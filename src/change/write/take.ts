import { lstatSync } from 'node:fs';
import { join } from 'node:path';
import type { Person } from '../../git/format/commit.ts';
import type { PublishedCommit } from '../../git/publish/request.ts';
import { createBreath } from '../../lib/turn/createBreath.ts';
import type { Change } from '../../model/entry.ts';
import { toRecordValue } from '../../store/file/fileRecord.ts';
import { toKnownFile } from '../../store/file/knownFile.ts';
import { recordName } from '../../sync/version/recordNames.ts';
import type { PlannedWrite } from './planWrite.ts';
import type { WriterParts } from './writer.ts';

type Parts = Pick<WriterParts, 'store' | 'homes' | 'history' | 'follower' | 'announcements'>;

/** A published write, and when it survives a power failure. */
export interface PlacedWrite extends PlannedWrite {
  readonly published: PublishedCommit;
  readonly durable: Promise<void>;
}

/** Takes a published write into history, parse cache and store, and announces what has changed once it is durable. */
export type Take = (write: PlacedWrite, author: Person) => Promise<readonly Change[]>;

export function createTake({ store, homes, history, follower, announcements }: Parts): Take {
  return async ({ home, updates, changes: planned, now, durable, published }, author) => {
    const { cache, repo } = homes[home];
    const { commit, message, files } = published;
    const breath = createBreath();
    if (commit !== null) {
      const made = { id: commit, parent: follower.head, at: now, author, message, files };
      history.record({ ...made, records: recordsIn(planned) });
    }
    await breath();
    for (const { path, record } of updates) {
      const stats = record && lstatSync(join(repo.root, path), { throwIfNoEntry: false });
      if (record && stats) cache.set(toKnownFile(record, toRecordValue(record, now)), stats);
      else cache.drop(path);
      await breath();
    }
    // Nobody else changes what is served before it is told of: that is done in the write queue only.
    if (commit !== null) follower.advance(commit);
    const changes = store.apply(updates);
    await durable;
    announcements.announce(changes, { commit, origin: 'write' });
    return changes;
  };
}

/** The records by the paths that they have, and had where no other has come in their place. */
function recordsIn(changes: readonly Change[]): ReadonlyMap<string, string> {
  const entries = [...changes.map(({ before }) => before), ...changes.map(({ after }) => after)];
  return new Map(
    entries.flatMap((entry) => (entry ? [[entry.path, recordName(entry.kind, entry.id, entry.path)] as const] : [])),
  );
}
