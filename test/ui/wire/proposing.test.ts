import { expect, it } from 'vitest';
import type { Caller } from '../../../src/ui/wire/interface.ts';
import { proposesOnly } from '../../../src/ui/wire/proposing.ts';

type Rights = Caller['rights'];
type Reach = Rights['kinds']['page']['publish'];

/** Rights of which only what the interface looks at is given. */
const rights = (level: Rights['level'], ...publish: readonly Reach[]): Rights =>
  ({ level, rules: null, kinds: Object.fromEntries(publish.map((one, index) => [index, { publish: one }])) }) as never;

it.each([
  ['whose account is limited to that', { changesOnly: true, rights: rights('admin', 'never') }, true],
  ['whose role publishes nothing', { rights: rights('editor', 'never', 'never') }, true],
  ['whose role publishes some pages', { rights: rights('editor', 'sometimes', 'never') }, false],
  ['who may do everything', { rights: rights('admin', 'always') }, false],
  ['who only looks', { rights: rights('viewer', 'never') }, false],
])('tells whether somebody writes to changes only: somebody %s', (_, caller, proposes) => {
  expect(proposesOnly(caller)).toBe(proposes);
});
