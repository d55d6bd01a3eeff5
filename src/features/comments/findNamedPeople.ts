import { foldCase } from '../../lib/text/foldCase.ts';
import type { User } from '../../model/entities/user.ts';
import type { Entry } from '../../model/entry.ts';

/** The people whom a text names as `@` and their name, as `user/2`. Of two whose names begin alike, the longer counts. */
export function findNamedPeople(text: string, users: Iterable<Entry<User>>): readonly string[] {
  if (!text.includes('@')) return [];
  const folded = foldCase(text);
  const named = Array.from(users, ({ id, data }) => ({ person: `user/${id}`, name: foldCase(data.name) }))
    .filter(({ name }) => name !== '')
    .sort((a, b) => b.name.length - a.name.length);
  const found = new Set<string>();
  for (let at = folded.indexOf('@'); at >= 0; at = folded.indexOf('@', at + 1)) {
    if (isLetter(folded.charAt(at - 1))) continue;
    const match = named.find(
      ({ name }) => folded.startsWith(name, at + 1) && !isLetter(folded.charAt(at + 1 + name.length)),
    );
    if (match) found.add(match.person);
  }
  return [...found];
}

/** Scripts without capital letters are written without spaces, too. */
const isLetter = (character: string): boolean => /[\p{Lu}\p{Ll}\p{N}]/u.test(character);
