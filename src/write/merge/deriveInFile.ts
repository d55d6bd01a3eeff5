import { entityOf } from '../../model/entities/index.ts';
import type { Page } from '../../model/entities/page.ts';
import type { SiteCode } from '../../model/entry.ts';
import type { ParsedLocation } from '../../model/location.ts';
import { replaceDerived, withDerivedValues } from '../../model/page/derivedValues.ts';
import { openFile } from '../../store/codec/editFile.ts';
import { formatOf } from '../../store/codec/formats.ts';
import type { JsonObject } from '../../store/codec/json/json.ts';
import type { ReadRecord } from '../../store/file/fileRecord.ts';
import { decodeRecord } from '../../store/record/decodeRecord.ts';
import { insertBody, type SchemaOf } from '../../store/record/insertBody.ts';

interface MergedFileLocation {
  readonly located: ParsedLocation;
  /** Within the content. */
  readonly path: string;
  readonly id: number;
}

interface DeriveFileScope {
  readonly code: SiteCode;
  readonly schemaOf: SchemaOf;
  readonly readRecord: ReadRecord;
}

/** The file of a merged page with the values that are derived from what has been merged. */
export function deriveInFile(
  bytes: Uint8Array,
  { located, path, id }: MergedFileLocation,
  { code, schemaOf, readRecord }: DeriveFileScope,
): Uint8Array {
  if (located.kind !== 'page' || code.derived.isEmpty) return bytes;
  const read = decodeRecord({ located, path, bytes }, readRecord);
  if (!('data' in read)) return bytes;
  const data = insertBody({ kind: 'page', ...(read.body && { body: read.body }) }, read.data, schemaOf) as Page;
  const derivation = code.derived.of(data.type);
  const derived = withDerivedValues({ id, data }, data.fields, { code, schema: schemaOf(data.type) });
  if (derivation === null || derived === data) return bytes;
  const file = openFile(formatOf(path)!, bytes);
  const fields = replaceDerived(file.value['fields'], derivation.names, derived.fields);
  return file.edit({ ...file.value, fields } as JsonObject, { order: entityOf('page').order, body: file.body });
}
