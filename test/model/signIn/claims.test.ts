import { expect, it } from 'vitest';
import { findClaim, readPerson } from '../../../src/model/signIn/claims.ts';
import { findGivenRole, readRoleRules } from '../../../src/model/signIn/roleRules.ts';

it.each<[string, object, unknown]>([
  ['groups', { groups: ['a'] }, ['a']],
  ['realm_access.roles', { realm_access: { roles: ['a'] } }, ['a']],
  ['resource_access.web.cms.roles', { resource_access: { 'web.cms': { roles: ['a'] } } }, ['a']],
  ['https://acme.example/roles', { 'https://acme.example/roles': 'a' }, 'a'],
  ['a.b', { 'a.b': 1, a: { b: 2 } }, 1],
  ['toString', {}, undefined],
  ['constructor.name', {}, undefined],
  ['groups.length', { groups: ['a'] }, undefined],
  ['realm_access.roles', { realm_access: null }, undefined],
])('finds the claim %s', (name, claims, value) => {
  expect(findClaim(claims, name)).toEqual(value);
});

const give = (rules: string, claims: object): string | null =>
  findGivenRole({ ...claims }, readRoleRules(rules) ?? expect.fail(rules));

it('gives the highest of several roles, and of roles of the site the first', () => {
  const rules = 'groups:e=editor, groups:a=admin, groups:v=viewer, groups:p=press, groups:t=translators';
  expect(give(rules, { groups: ['v', 'e', 'a'] })).toBe('admin');
  expect(give(rules, { groups: ['t', 'p', 'v'] })).toBe('press');
  expect(give(rules, { groups: ['p', 'e'] })).toBe('editor');
  expect(give(rules, { groups: ['E', 'other'] })).toBeNull();
  expect(give(rules, { groups: 'a' })).toBe('admin');
  expect(give(rules, {})).toBeNull();
  expect(give('staff:true=editor, level:3=admin', { staff: true, level: 3 })).toBe('admin');
  expect(give('groups:a=admin', { groups: [{ a: 'a' }, ['a'], null] })).toBeNull();
});

it.each<[string, object, object, boolean]>([
  ['says so', { email_verified: true }, {}, true],
  ['says so as text', { email_verified: 'true' }, {}, true],
  ['denies it', { email_verified: false }, {}, false],
  ['is silent', {}, {}, false],
  ['says something else', { email_verified: 'yes' }, {}, false],
  ['is Entra ID and has verified the domain', { xms_edov: true }, {}, true],
  ['is Entra ID and has not', { xms_edov: false }, {}, false],
  ['denies one thing and says another', { email_verified: false, xms_edov: true }, {}, false],
  ['says so of an address that the token does not name', { email: undefined }, { email_verified: true }, true],
  ['says so elsewhere, of an address of its own', {}, { email_verified: true }, false],
])('SEC-45 believes an e-mail address where the provider %s: %j %j', (_, claims, more, isVerified) => {
  const info = { email: 'ann@acme.example', ...more };
  const token = { iss: 'https://login.example', sub: '1', email: 'ann@acme.example', ...claims };
  expect(readPerson(token, info).isEmailVerified).toBe(isVerified);
});

it('SEC-45 believes Google where it hosts the mail, and not where an address was verified once', () => {
  const isBelieved = (email: string, more: object): boolean =>
    readPerson({ iss: 'https://accounts.google.com', sub: '1', email, email_verified: true, ...more }, {})
      .isEmailVerified;
  expect(isBelieved('ann@acme.example', { hd: 'acme.example' })).toBe(true);
  expect(isBelieved('ann@gmail.com', {})).toBe(true);
  expect(isBelieved('ann@acme.example', {})).toBe(false);
});

it('names a person by what it is told, as one harmless line', () => {
  const nameOf = (claims: object): string => readPerson({ iss: 'https://a.example', sub: 'sub-1', ...claims }, {}).name;
  expect(nameOf({ name: ' Ann\n\u202eBolt ' })).toBe('Ann Bolt');
  expect(nameOf({ name: '\u0000', preferred_username: 'ann' })).toBe('ann');
  expect(nameOf({ name: 7, email: 'ann@acme.example' })).toBe('ann');
  expect(nameOf({ email: 'no address' })).toBe('sub-1');
  expect(nameOf({ name: 'x'.repeat(500) })).toHaveLength(200);
});
