import { describe, expect, it } from 'vitest';
import { createRoleRules } from '../../../src/ui/session/roleRules.ts';

const KINDS = ['page', 'media', 'menu', 'contentType'];

/** A translator into French, who may improve the summaries of her own English pages. */
const rules = createRoleRules(
  {
    base: [{ do: ['read'], on: KINDS }],
    allow: [
      {
        do: ['create', 'update', 'publish'],
        on: ['page'],
        locales: ['fr'],
        types: ['article', 'event'],
        paths: ['blog/**'],
      },
      { do: ['update'], on: ['page'], locales: ['en'], fields: ['summary', 'seo'], own: true },
      { do: ['create', 'update'], on: ['media'], folders: ['press/**'] },
    ],
    deny: [{ do: ['update'], on: ['page'], paths: ['blog/imprint'] }],
  },
  KINDS,
);
const french = { type: 'article', locale: 'fr', path: 'blog/a' };
const english = { type: 'article', locale: 'en', path: 'blog/a', isOwn: true };

describe('the rules of a role, in the browser', () => {
  it('allow what they name, and nothing else', () => {
    expect(rules.may({ right: 'update', kind: 'page', about: french })).toBe(true);
    expect(rules.may({ right: 'delete', kind: 'page', about: french })).toBe(false);
    expect(rules.may({ right: 'update', kind: 'page', about: { ...french, type: 'page' } })).toBe(false);
    expect(rules.may({ right: 'create', kind: 'media', about: { folder: 'press/2026' } })).toBe(true);
    expect(rules.may({ right: 'create', kind: 'media', about: { folder: '' } })).toBe(false);
    expect(rules.may({ right: 'read', kind: 'menu', about: {} })).toBe(true);
  });

  it('allow parts of a record', () => {
    const ask = (part: string, about = english) => rules.may({ right: 'update', kind: 'page', about, part });
    expect([ask('summary'), ask('seo'), ask('title'), ask('title', { ...french, isOwn: false })]).toEqual([
      true,
      true,
      false,
      true,
    ]);
    expect(ask('summary', { ...english, isOwn: false })).toBe(false);
  });

  it('let deny win', () => {
    expect(rules.may({ right: 'update', kind: 'page', about: { ...french, path: 'blog/imprint' } })).toBe(false);
  });

  it('take what is not known of a record to be as they ask', () => {
    expect(rules.may({ right: 'create', kind: 'page', about: { locale: 'fr' } })).toBe(true);
    expect(rules.may({ right: 'create', kind: 'page', about: { locale: 'en' } })).toBe(false);
    expect(rules.may({ right: 'update', kind: 'page', about: { locale: 'fr' } })).toBe(true);
  });

  it.each([
    [
      { right: 'create', kind: 'page', about: { ...french, locale: 'en', isOwn: true } },
      { reason: 'locales', values: ['fr'] },
    ],
    [
      { right: 'update', kind: 'page', about: { ...english, isOwn: false } },
      { reason: 'locales', values: ['fr'] },
    ],
    [
      { right: 'update', kind: 'page', about: english, part: 'title' },
      { reason: 'fields', values: ['summary', 'seo'] },
    ],
    [
      { right: 'update', kind: 'page', about: { ...french, path: 'blog/imprint' } },
      { reason: 'denied', values: [] },
    ],
    [
      { right: 'create', kind: 'media', about: { folder: 'x' } },
      { reason: 'folders', values: ['press/**'] },
    ],
    [
      { right: 'delete', kind: 'page', about: french },
      { reason: 'none', values: [] },
    ],
  ] as const)('say why not: %j', (question, obstacle) => {
    expect(rules.findObstacle(question)).toEqual(obstacle);
  });
});
