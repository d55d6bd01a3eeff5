import { expect, it } from 'vitest';
import { bodyField } from '../../../src/model/body.ts';

it('finds the field that is marked as the body', () => {
  const schema = [
    { name: 'a', type: 'text', body: true },
    { name: 'b', type: 'markdown' },
    { name: 'c', type: 'richtext', body: true },
  ];
  expect(bodyField(schema)).toEqual({ name: 'c', type: 'richtext', body: true });
  expect(bodyField([{ name: 'b', type: 'markdown' }])).toBeUndefined();
});
