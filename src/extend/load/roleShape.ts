import { type RoleRecord, roleSchema } from '../../model/entities/role.ts';
import { findRoleMistakes } from '../../model/rights/roleMistakes.ts';
import { createValidator } from '../../model/schema/validator.ts';
import type { Shape } from './shape.ts';

const validate = createValidator(roleSchema, { defaults: true });

/** A role as a configuration declares it: what admins may write. */
export const roleShape: Shape = (value) => {
  const read = validate(value);
  const details = 'details' in read ? read.details : findRoleMistakes(read.value);
  return details.map(({ path, message }) => ({ path, message }));
};

/** A role that has the shape, as a record. */
export function toRoleRecord(definition: unknown): RoleRecord {
  const read = validate(definition);
  if ('details' in read) throw new Error('A role of the configuration has not been checked');
  return read.value;
}
