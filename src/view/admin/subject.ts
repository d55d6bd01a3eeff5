import { guestNameOf } from '../../model/access.ts';
import type { Lookup } from '../../model/entry.ts';

/** Who somebody is; without a name if they are gone. */
interface ShownSubject {
  readonly type: string;
  readonly id: number;
  readonly name: string | null;
}

/** Shows who somebody is, from `user/1`, `api-key/3` or `guest/Jo`; without a name if they are gone. */
export function showSubject(subject: string, lookup: Lookup): ShownSubject {
  const guest = guestNameOf(subject);
  if (guest !== undefined) return { type: 'guest', id: 0, name: guest };
  const [type = '', id = ''] = subject.split('/');
  const name = lookup.get(type === 'user' ? 'user' : 'apiKey', Number(id))?.data.name ?? null;
  return { type, id: Number(id), name };
}
