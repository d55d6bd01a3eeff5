import { expect, it } from 'vitest';
import { FIELD_TYPES } from '../../../src/model/fields/field.ts';
import { types as german } from '../../../src/ui/i18n/de/site/types.ts';
import { types as english } from '../../../src/ui/i18n/en/site/types.ts';
import { KIND_GROUPS } from '../../../src/ui/screens/types/fields/fieldKinds.ts';

it('offers every kind of field that the model has, once', () => {
  expect(KIND_GROUPS.flatMap(({ types }) => types).sort()).toEqual([...FIELD_TYPES].sort());
});

it('has a name for every kind in both languages', () => {
  for (const { kinds } of [english, german]) expect(Object.keys(kinds).sort()).toEqual([...FIELD_TYPES].sort());
});
