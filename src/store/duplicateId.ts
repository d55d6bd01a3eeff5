import { splitCamelCase } from '../lib/text/splitCamelCase.ts';
import type { Problem } from '../model/entry.ts';
import type { IdPlace, LostId } from './idClaims.ts';

/** The problem of an id that two places give, at the place that came later. */
export function duplicateId(lost: LostId): Problem {
  const { record, counter, pointer, id, served, owner } = lost;
  const outcome =
    owner.record === record
      ? `of ${describeNestedRecord(owner)}, which comes first in this file: it is served under ${served}`
      : `of ${describeIdPlace(owner)} in ${owner.record.path}; ${record.path} came later: its ${splitCamelCase(counter)} is served under ${served}`;
  return {
    path: record.path,
    at: pointer === '' ? ['id'] : [...pointer.split('/'), 'id'],
    code: 'DUPLICATE_ID',
    message: `${describeIdPlace(lost)} has the id ${id} ${outcome}`,
  };
}

/** `page "en/about"`, `menu item items.0 of menu "main"` */
function describeIdPlace(place: IdPlace): string {
  const { kind, key } = place.record;
  const name = `${splitCamelCase(kind)} "${key}"`;
  return place.pointer === '' ? name : `${describeNestedRecord(place)} of ${name}`;
}

const describeNestedRecord = ({ counter, pointer }: IdPlace): string =>
  `${splitCamelCase(counter)} ${pointer.replaceAll('/', '.')}`;
