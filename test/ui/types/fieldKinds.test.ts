import { expect, it } from 'vitest';
import { FIELD_TYPES } from '../../../src/model/fields/field.ts';
import { KIND_GROUPS } from '../../../src/ui/screens/types/fields/fieldKinds.ts';

it('offers every kind of field that the model has, once', () => {
  expect(KIND_GROUPS.flatMap(({ types }) => types).sort()).toEqual([...FIELD_TYPES].sort());
});
