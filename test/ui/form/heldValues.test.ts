import { expect, it } from 'vitest';
import { createFormDocument } from '../../../src/ui/form/document.ts';

it('counts as unsaved what is typed and is no value yet, until it is one', () => {
  const form = createFormDocument({ fields: { counts: { eider: 3 } } });
  const release = form.hold(['fields', 'counts'], 'not JSON yet');
  expect(form.isChanged()).toBe(true);
  expect(form.held()).toEqual([{ code: 'UNFINISHED', message: 'not JSON yet', path: ['fields', 'counts'] }]);
  release();
  expect(form.isChanged()).toBe(false);
  expect(form.held()).toEqual([]);
});
