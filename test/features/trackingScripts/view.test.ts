import { describe, expect, it } from 'vitest';
import { showTrackingScripts } from '../../../src/features/trackingScripts/view.ts';
import { findPublicSlugs } from '../../../src/view/site/site.ts';
import { pageFile, siteInMemory } from '../../view/siteInMemory.ts';

describe('tracking scripts', () => {
  const script = (id: number, values: object) => ({ id, name: `Script ${id}`, code: `run(${id})`, ...values });
  const { content } = siteInMemory({
    'tracking-scripts/a.yaml': script(1, { priority: 5 }),
    'tracking-scripts/b.yaml': script(2, { priority: -5 }),
    'tracking-scripts/c.yaml': script(3, { priority: 5, position: 'body' }),
    'tracking-scripts/d.yaml': script(4, { isActive: false }),
    'tracking-scripts/e.yaml': script(5, { scope: 'targeted', targetPages: ['open', 'hidden'] }),
    'tracking-scripts/f.yaml': script(6, { priority: 5 }),
    'pages/de/open.yaml': pageFile({ id: 7 }),
    'pages/en/hidden.yaml': pageFile({ id: 8, status: 'draft' }),
  });
  const shown = (...ids: readonly number[]) => ids.map((id) => ({ id, name: `Script ${id}`, code: `run(${id})` }));

  it.each([
    [undefined, [2, 1, 6]],
    ['open', [2, 5, 1, 6]],
    ['hidden', [2, 1, 6]],
    ['gone', [2, 1, 6]],
    ['', [2, 1, 6]],
  ])('for the page %s are %j, by priority and then by id', (slug, head) => {
    expect(showTrackingScripts(content, slug)).toEqual({ head: shown(...head), body: shown(3) });
  });

  it('are told only the slugs of public pages, in whatever locale', () => {
    expect(findPublicSlugs(['hidden', 'open', 'gone'], content)).toEqual(['open']);
    expect(findPublicSlugs([], content)).toEqual([]);
  });
});
