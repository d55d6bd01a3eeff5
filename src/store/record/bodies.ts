import type { Problem } from '../../model/entry.ts';
import type { FileRecord } from '../file/fileRecord.ts';
import { bodyTypeOf, findBodyProblem, placeBody, type SchemaOf } from './placeBody.ts';

/** The served Markdown files: content types decide which field their text is, and may change their mind. */
export interface Bodies {
  /** A record's data with its text in its field. */
  place(record: FileRecord, data: object): object;
  drop(record: FileRecord): void;
  /** The files whose text one of these content types decides about. */
  ofTypes(types: ReadonlySet<string>): readonly FileRecord[];
  problems(): readonly Problem[];
}

export function createBodies(schemaOf: SchemaOf): Bodies {
  const records = new Set<FileRecord>();
  return {
    place(record, data) {
      if (record.body) records.add(record);
      return placeBody(record, data, schemaOf);
    },
    drop: (record) => void records.delete(record),
    ofTypes: (types) => (types.size === 0 ? [] : [...records].filter((record) => types.has(bodyTypeOf(record) ?? ''))),
    problems: () => [...records].flatMap((record) => findBodyProblem(record, schemaOf) ?? []),
  };
}
