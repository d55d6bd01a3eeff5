import i18next from 'i18next';
import { beforeAll, expect, it } from 'vitest';
import { en } from '../../src/ui/i18n/en/index.ts';
import { problemText } from '../../src/ui/parts/screen/problemText.ts';
import { toWireError } from '../../src/ui/wire/WireError.ts';

beforeAll(async () => {
  await i18next.init({
    lng: 'en',
    resources: { en: { translation: structuredClone(en) } },
    interpolation: { escapeValue: false },
  });
});

it.each([
  ['themself', 'You cannot delete your own account: ask another administrator.'],
  ['lastAdmin', 'There must always be an administrator: make someone else an administrator first.'],
  [undefined, 'You are not allowed to do this. Ask an administrator.'],
])('explains a refusal for the reason %s', async (reason, words) => {
  const errors = [{ code: 'FORBIDDEN', message: 'In English', reason, params: {} }];
  expect(problemText(await toWireError(Response.json({ errors }, { status: 403 })))).toBe(words);
});

it('tells an editor whom to ask when a file has uncommitted changes', async () => {
  const path = 'pages/en/about.yaml';
  const errors = [{ code: 'CONFLICT', message: 'In English', reason: 'uncommitted', params: { path } }];
  expect(problemText(await toWireError(Response.json({ errors }, { status: 409 })))).toBe(
    'pages/en/about.yaml has unfinished changes on the server. Ask a developer to commit them, then try again.',
  );
});
