import type { EntryChange, Lookup } from '../../model/entry.ts';
import type { Reader } from '../../site/reader/reader.ts';
import type { RecordWriter } from '../../write/action.ts';
import { aliasClashes } from './hiddenParts.ts';

/** A writer whose results do not tell what else has become of records that somebody may not read. */
export function restrictWriter(
  writer: RecordWriter,
  { mayRead }: Reader,
  lookup: Pick<Lookup, 'aliases'>,
): RecordWriter {
  const isReadable = ({ before, after }: EntryChange): boolean =>
    [before, after].every((side) => side === null || mayRead(side));
  return {
    ...writer,
    async write(action, actor) {
      const written = await writer.write(action, actor).catch((error: unknown) => {
        throw aliasClashes(error, lookup);
      });
      return { ...written, changes: written.changes.filter(isReadable) };
    },
  };
}
