import i18next from 'i18next';
import { expect, it } from 'vitest';
import { de } from '../../src/ui/i18n/de/index.ts';
import { en } from '../../src/ui/i18n/en/index.ts';
import { problemOrHint } from '../../src/ui/screens/home/hints.ts';
import type { Problem } from '../../src/ui/wire/interface.ts';

const problem: Problem = {
  path: 'pages/en/about.yaml',
  severity: 'error',
  code: 'BROKEN_LINK',
  message: 'links to the page "gone", which does not exist',
};

it('tells a problem in the words of the server in English, and what to do about it in other languages', async () => {
  await i18next.init({
    lng: 'en',
    resources: { en: { translation: structuredClone(en) }, de: { translation: structuredClone(de) } },
  });
  expect(problemOrHint(problem)).toBe(problem.message);
  await i18next.changeLanguage('de');
  expect(problemOrHint(problem)).toBe(de.home.hints.link);
  expect(problemOrHint({ ...problem, code: 'SOMETHING_NEW' })).toBe(de.home.hints.operator);
});
