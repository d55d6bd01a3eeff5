import type { StandingFile } from '../../git/publish/requireCommitted.ts';
import type { CmsError } from '../../model/errors.ts';
import type { PlannedWrite } from './planWrite.ts';

/** The first write to a path that the error names. */
export function findBlocked<W extends PlannedWrite>(writes: readonly W[], error: CmsError): W | undefined {
  const named = new Set(error.details.flatMap(({ path }) => path));
  return writes.find((write) =>
    [...write.files, ...write.repeats, ...write.attachments].some(({ path }) => named.has(path)),
  );
}

/** The files that writes repeat and no write before them in the group makes: those are not committed yet, but will be. */
export function findRepeats(writes: readonly PlannedWrite[]): readonly StandingFile[] {
  const made = new Set<string>();
  return writes.flatMap(({ repeats, files }) => {
    const standing = repeats.filter(({ path }) => !made.has(path));
    for (const { path } of files) made.add(path);
    return standing;
  });
}
