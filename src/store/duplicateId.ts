import type { Problem } from '../model/entry.ts';
import type { IdPlace, LostId } from './claims.ts';

/** The problem of an id that two places give, at the place that came later. */
export function duplicateId(lost: LostId): Problem {
  const { record, counter, pointer, id, served, owner } = lost;
  const outcome =
    owner.record === record
      ? `of ${placeOf(owner)}, which comes first in this file: it is served under ${served}`
      : `of ${nameOf(owner)} in ${owner.record.path}; ${record.path} came later: its ${inWords(counter)} is served under ${served}`;
  return {
    path: record.path,
    at: pointer === '' ? ['id'] : [...pointer.split('/'), 'id'],
    code: 'DUPLICATE_ID',
    message: `${nameOf(lost)} has the id ${id} ${outcome}`,
  };
}

/** `page "en/about"`, `menu item items.0 of menu "main"` */
function nameOf(place: IdPlace): string {
  const { kind, key } = place.record;
  const name = `${inWords(kind)} "${key}"`;
  return place.pointer === '' ? name : `${placeOf(place)} of ${name}`;
}

const placeOf = ({ counter, pointer }: IdPlace): string => `${inWords(counter)} ${pointer.replaceAll('/', '.')}`;

const inWords = (name: string): string => name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
