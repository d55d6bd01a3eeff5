import type { Redirect } from '../../../model/entities/redirect.ts';
import type { Entry } from '../../../model/entry.ts';

export const showRedirect = ({ id, data }: Entry<Redirect>): object => ({
  id,
  fromPath: data.fromPath,
  toPath: data.toPath,
  statusCode: data.statusCode,
  isActive: data.isActive,
});
