import type { Lookup } from '../../model/entry.ts';

/** Shows who somebody is, from `user/1` or `api-key/3`; without a name if they are gone. */
export function showSubject(subject: string, lookup: Lookup): object {
  const [type = '', id = ''] = subject.split('/');
  const name = lookup.get(type === 'user' ? 'user' : 'apiKey', Number(id))?.data.name ?? null;
  return { type, id: Number(id), name };
}
