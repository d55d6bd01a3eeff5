import { expect, it } from 'vitest';
import { createJudge } from '../../../src/model/rights/judge.ts';
import type { RightsRule, RoleBase } from '../../../src/model/rights/rights.ts';
import { toRightsSubject } from '../../../src/model/rights/rightsSubject.ts';

const read = (rule: Partial<RightsRule> = {}): RightsRule => ({ do: ['read'], ...rule });

/** Which of the content types `article` and `secret`, and of the block types `text` and `secret`, may be read. */
function readableTypes(base: RoleBase, allow: readonly RightsRule[], deny: readonly RightsRule[] = []) {
  const judge = createJudge({ extends: base, allow, deny });
  const mayRead = (kind: 'contentType' | 'blockType', slug: string): boolean =>
    judge.mayRead(toRightsSubject({ kind, data: { slug, name: slug }, owner: undefined }, new Date(0)), 'user/1');
  return {
    contentTypes: ['article', 'secret'].filter((slug) => mayRead('contentType', slug)),
    blockTypes: ['text', 'secret'].filter((slug) => mayRead('blockType', slug)),
  };
}

it.each([
  ['none', [], [], [], []],
  ['none', [read({ types: ['article'] })], [], ['article'], ['text', 'secret']],
  [
    'none',
    [read({ on: ['page'], types: ['article'], locales: ['fr'], own: true })],
    [],
    ['article'],
    ['text', 'secret'],
  ],
  ['none', [read({ on: ['block'], types: ['text'] })], [], [], ['text']],
  ['none', [read({ on: ['media'] })], [], [], []],
  ['none', [read({ on: ['contentType'] })], [], ['article', 'secret'], []],
  ['viewer', [], [read({ types: ['secret'] })], ['article'], ['text']],
  ['viewer', [], [read({ on: ['page'], types: ['secret'] })], ['article'], ['text', 'secret']],
  [
    'viewer',
    [],
    [read({ on: ['page'], types: ['secret'], locales: ['fr'] })],
    ['article', 'secret'],
    ['text', 'secret'],
  ],
  ['viewer', [], [read({ on: ['block'] })], ['article', 'secret'], ['text', 'secret']],
  ['viewer', [], [read({ on: ['block'], types: ['secret'] })], ['article', 'secret'], ['text']],
  ['viewer', [], [read({ paths: ['private/**'] })], ['article', 'secret'], ['text', 'secret']],
] as const)(
  'shows the types of what may be read: %s with %j without %j',
  (base, allow, deny, contentTypes, blockTypes) => {
    expect(readableTypes(base, allow, deny)).toEqual({ contentTypes, blockTypes });
  },
);

it('shows the settings to everybody who is not denied them: the interface reads the languages there', () => {
  const settings = toRightsSubject({ kind: 'settings', data: {}, owner: undefined }, new Date(0));
  const nothing = createJudge({ extends: 'none', allow: [], deny: [] });
  expect(nothing.mayRead(settings, 'user/1')).toBe(true);
  const denied = createJudge({ extends: 'viewer', allow: [], deny: [read({ on: ['settings'] })] });
  expect(denied.mayRead(settings, 'user/1')).toBe(false);
});

it('gives no right to change a type by a rule about its records', () => {
  const judge = createJudge({ extends: 'none', allow: [{ do: ['read', 'update'], types: ['article'] }], deny: [] });
  const type = toRightsSubject({ kind: 'contentType', data: { slug: 'article' }, owner: undefined }, new Date(0));
  expect(judge.may('update', type, 'user/1')).toBe(false);
  expect(judge.mayEver('update', 'contentType')).toBe(false);
});
