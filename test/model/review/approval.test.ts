import { describe, expect, it } from 'vitest';
import {
  type Approval,
  type EditToReview,
  findMissingApprovals,
  type ReviewRule,
} from '../../../src/model/review/approval.ts';
import type { RightsSubject } from '../../../src/model/rights/rights.ts';

const subject = (more: Partial<RightsSubject> = {}): RightsSubject => ({
  ...{ kind: 'page', type: 'article', locale: 'en', path: 'news/tide', folder: undefined, owner: undefined },
  isPublic: true,
  ...more,
});
const edit = (more: Partial<EditToReview> = {}): EditToReview => ({
  ...{ kind: 'page', id: 7, before: subject(), after: subject(), version: 'v2' },
  ...more,
});
const approval = (by: string, version = 'v2'): Approval => ({
  ...{ by, at: '2026-02-01T12:00:00.000Z', versions: { 'page/7': version } },
});

const ROLES: Readonly<Record<string, string>> = { 'user/1': 'editor', 'user/2': 'editor', 'user/3': 'lawyers' };
const reviewerOf = (person: string) => {
  const role = ROLES[person];
  if (role === undefined) return undefined;
  const mayReview = ({ locale }: RightsSubject): boolean => role !== 'lawyers' || locale !== 'fr';
  return { role, names: [person, `${person.replace('user/', 'u')}@example.org`], mayReview };
};
const missing = (
  edits: EditToReview,
  rule: ReviewRule,
  approvals: readonly Approval[] = [],
  authors: readonly string[] = ['user/1'],
): number | undefined =>
  findMissingApprovals([edits], { rules: [rule], approvals, reviewerOf, authorsOf: () => new Set(authors) })[0]?.has;

describe('what must be approved', () => {
  const articles: ReviewRule = { types: ['article'], locales: ['en'], needs: 1 };

  it('is what the rule names, in the version that is live or in the one that would be', () => {
    expect(missing(edit(), articles)).toBe(0);
    expect(missing(edit({ after: subject({ type: 'note' }) }), articles)).toBe(0);
    expect(missing(edit({ before: null }), articles)).toBe(0);
    expect(missing(edit({ after: null }), articles)).toBe(0);
    const french = subject({ locale: 'fr' });
    expect(missing(edit({ before: french, after: french }), articles)).toBeUndefined();
    const menu = subject({ kind: 'menu', type: undefined, locale: undefined, path: undefined });
    expect(missing(edit({ kind: 'menu', before: menu, after: menu }), articles)).toBeUndefined();
    expect(missing(edit({ kind: 'menu', before: menu, after: menu }), { on: ['menu'], needs: 1 })).toBe(0);
    expect(missing(edit({ kind: 'menu', before: menu, after: menu }), { needs: 1 })).toBe(0);
    expect(missing(edit(), { paths: ['legal/**'], needs: 1 })).toBeUndefined();
    expect(missing(edit({ after: subject({ path: 'legal/terms' }) }), { paths: ['legal/**'], needs: 1 })).toBe(0);
  });

  it('is nothing that the public does not see', () => {
    const [draft, still] = [subject({ isPublic: false }), subject({ isPublic: false })];
    expect(missing(edit({ before: draft, after: still }), articles)).toBeUndefined();
    expect(missing(edit({ before: draft }), articles)).toBe(0);
    expect(missing(edit({ after: still }), articles)).toBe(0);
  });

  it('is approved in exactly one version', () => {
    expect(missing(edit(), articles, [approval('user/2')])).toBeUndefined();
    expect(missing(edit(), articles, [approval('user/2', 'v1')])).toBe(0);
    expect(missing(edit({ version: null }), articles, [approval('user/2')])).toBe(0);
    expect(missing(edit(), articles, [{ ...approval('user/2'), versions: {} }])).toBe(0);
  });

  it('is approved by as many people as the rule asks for, each counted once', () => {
    const two: ReviewRule = { needs: 2 };
    expect(missing(edit(), two, [approval('user/2'), approval('user/2')])).toBe(1);
    expect(missing(edit(), two, [approval('user/2'), approval('user/3')])).toBeUndefined();
  });

  it('is approved by those who may, as they are now', () => {
    const lawyers: ReviewRule = { needs: 1, from: ['lawyers'] };
    expect(missing(edit(), lawyers, [approval('user/2')])).toBe(0);
    expect(missing(edit(), lawyers, [approval('user/3')])).toBeUndefined();
    expect(missing(edit({ before: subject({ locale: 'fr' }) }), lawyers, [approval('user/3')])).toBe(0);
    expect(missing(edit(), { needs: 1 }, [approval('user/9')])).toBe(0);
  });

  it('is not approved by its authors where the rule says so, by whatever name', () => {
    expect(missing(edit(), { needs: 1 }, [approval('user/1')])).toBeUndefined();
    expect(missing(edit(), { needs: 1, notOwn: true }, [approval('user/1')])).toBe(0);
    expect(missing(edit(), { needs: 1, notOwn: true }, [approval('user/2')], ['u2@example.org'])).toBe(0);
    expect(missing(edit(), { needs: 1, notOwn: true }, [approval('user/2')])).toBeUndefined();
  });
});
