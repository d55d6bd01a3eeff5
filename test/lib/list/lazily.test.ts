import { expect, it } from 'vitest';
import { lazily } from '../../../src/lib/list/lazily.ts';
import { loadLazily } from '../../../src/lib/list/loadLazily.ts';

it('computes nothing before first use, and then once', () => {
  let made = 0;
  const get = lazily(() => {
    made += 1;
    return undefined;
  });
  expect(made).toBe(0);
  expect([get(), get()]).toEqual([undefined, undefined]);
  expect(made).toBe(1);
});

it('tries again after a failure', () => {
  const outcomes = [new Error('not yet')];
  const get = lazily(() => {
    const failure = outcomes.pop();
    if (failure) throw failure;
    return 'made';
  });
  expect(get).toThrow('not yet');
  expect(get()).toBe('made');
});

it('fails on first use of a missing package', () => {
  const missing = loadLazily('no-package-has-this-name');
  expect(missing).toThrow('no-package-has-this-name');
});

it('loads a package, whether it is CommonJS or a module', () => {
  const yaml = loadLazily<typeof import('yaml')>('yaml');
  const markdown = loadLazily<typeof import('mdast-util-from-markdown')>('mdast-util-from-markdown');
  expect(yaml().parse('a: 1')).toEqual({ a: 1 });
  expect(yaml()).toBe(yaml());
  expect(markdown().fromMarkdown('a').type).toBe('root');
});
