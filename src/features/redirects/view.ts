import { compareEntryIds, type Entry, type Lookup } from '../../model/entry.ts';
import { namedSchema, numberChoice, object } from '../../model/schema/schema.ts';
import { booleanShape, idShape, stringShape } from '../../view/shapes/values.ts';
import type { Redirect } from './entity.ts';

const redirect = {
  id: idShape,
  fromPath: stringShape,
  toPath: stringShape,
  statusCode: numberChoice(301, 302, 307, 308),
};
export const ADMIN_REDIRECT = namedSchema('AdminRedirect', object({ ...redirect, isActive: booleanShape }));
export const REDIRECT = namedSchema('Redirect', object(redirect));

export const showRedirect = ({ id, data }: Entry<Redirect>): object => ({
  id,
  fromPath: data.fromPath,
  toPath: data.toPath,
  statusCode: data.statusCode,
  isActive: data.isActive,
});

export const showRedirects = (lookup: Lookup): readonly object[] =>
  [...lookup.all('redirect')].sort(compareEntryIds).map(({ id, data }) => ({
    id,
    fromPath: data.fromPath,
    toPath: data.toPath,
    statusCode: data.statusCode,
  }));
