import type { EntryChange } from '../../model/entry.ts';
import type { Reader } from '../../site/reader/reader.ts';
import type { RecordWriter } from '../../write/action.ts';

/** A writer whose results do not tell what else has become of records that somebody may not read. */
export function restrictWriter(writer: RecordWriter, { mayRead }: Reader): RecordWriter {
  const isReadable = ({ before, after }: EntryChange): boolean =>
    [before, after].every((side) => side === null || mayRead(side));
  return {
    ...writer,
    async write(action, actor) {
      const written = await writer.write(action, actor);
      return { ...written, changes: written.changes.filter(isReadable) };
    },
  };
}
