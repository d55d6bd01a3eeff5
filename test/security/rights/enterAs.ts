import type { RoleRights } from '../../../src/model/rights/rights.ts';
import { PASSWORD, type Site } from '../../makeSite.ts';

export type Headers = Readonly<Record<string, string>>;

/** Somebody of a site. */
export interface Person {
  /** How commits name them. */
  readonly actor: string;
  readonly id: number;
  readonly email: string;
  readonly headers: Headers;
}

export async function logIn(site: Site, email: string): Promise<Headers> {
  const { body } = await site.ask('POST /admin/auth/login', { body: { email, password: PASSWORD } });
  return { authorization: `Bearer ${body.data.token}` };
}

/** Asks as an admin. @throws if it is refused */
export async function askAdmin(site: Site, call: string, body: object, headers: Headers = {}) {
  const reply = await site.ask(call, { as: 'admin', headers, body });
  if (reply.status > 201) throw new Error(`${call}: ${reply.status} ${JSON.stringify(reply.body)}`);
  return { ...reply.body.data, commit: reply.headers.get('x-commit') };
}

/** Makes a role. @returns its key */
export const makeRole = async (site: Site, rights: RoleRights): Promise<string> =>
  (await askAdmin(site, 'POST /admin/roles', { key: 'tried', name: 'Tried', ...rights })).key;

/** How somebody comes in. */
export interface Entrance {
  /** By a key instead of a password. */
  readonly byKey?: boolean;
  readonly changesOnly?: boolean;
}

/** Somebody new who has a role of one's own. */
export async function enterAs(site: Site, rights: RoleRights, { byKey, changesOnly }: Entrance = {}): Promise<Person> {
  const role = await makeRole(site, rights);
  const more = changesOnly ? { changesOnly } : {};
  const email = 'tried@example.org';
  if (byKey) {
    const { id, key } = await askAdmin(site, 'POST /admin/api-keys', { name: 'Tried', role, ...more });
    return { id, email, actor: `api-key/${id}`, headers: { 'x-api-key': key } };
  }
  const user = { email, name: 'The tried', password: PASSWORD, role, ...more };
  const { id } = await askAdmin(site, 'POST /admin/users', user);
  return { id, email, actor: `user/${id}`, headers: await logIn(site, email) };
}
