import { expect, it } from 'vitest';
import { createFormDocument } from '../../../src/ui/form/document.ts';

it('shows a warning at its value until that changes, apart from what keeps a page from being published', () => {
  const form = createFormDocument({ fields: { word: 'oh', other: 'x' } });
  form.setWarnings([
    { code: 'VALIDATION', path: ['fields', 'word'], message: 'must be longer', severity: 'warning' },
    { code: 'VALIDATION', path: ['fields', 'other'], message: 'is odd', severity: 'warning' },
  ]);
  expect([form.warningAt(['fields', 'word']), form.problems()]).toEqual(['must be longer', []]);
  form.set(['fields', 'word'], 'longer');
  expect([form.warningAt(['fields', 'word']), form.warningAt(['fields', 'other'])]).toEqual([undefined, 'is odd']);
});
