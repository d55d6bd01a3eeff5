import { PASSWORD, type Site } from './makeSite.ts';

/** Somebody who has signed in. */
interface Person {
  readonly id: number;
  readonly email: string;
  readonly headers: { readonly authorization: string };
}

/** Adds the role `nopages`, which may not read pages, and Cy, a user with a role, who is signed in. */
export async function addReaderWithoutPages(site: Site, role = 'nopages'): Promise<Person> {
  const deny = [{ do: ['read'], on: ['page'] }];
  const body = { key: 'nopages', name: 'No pages', extends: 'viewer', allow: [], deny };
  await site.ask('POST /admin/roles', { as: 'admin', body });
  const who = { email: 'cy@example.org', name: 'Cy', password: PASSWORD };
  const { id } = (await site.ask('POST /admin/users', { as: 'admin', body: { ...who, role } })).body.data;
  const { token } = (await site.ask('POST /admin/auth/login', { body: who })).body.data;
  return { id, email: who.email, headers: { authorization: `Bearer ${token}` } };
}
