import { join } from 'node:path';
import { isPlainObject } from '../../lib/json/isPlainObject.ts';
import { REQUIREMENTS, type Requirement } from '../../model/access.ts';
import { openStateFile } from '../stateFile.ts';

/** What each role must sign in with, by its name. Roles that are not named need a password alone. */
export type RequirementsByRole = Readonly<Record<string, Requirement>>;

/**
 * What roles must sign in with, in `<privateDir>/state/sign-in.json`: who may push content must not be able to lower it.
 */
export interface Requirements {
  list(): RequirementsByRole;
  of(role: string): Requirement;
  /** Replaces all of them. Survives a restart when it resolves. */
  replace(next: RequirementsByRole): Promise<void>;
}

/** @throws Error if the file cannot be read: starting without it would lower what is required */
export async function openRequirements({ privateDir }: { readonly privateDir: string }): Promise<Requirements> {
  const file = await openStateFile({
    ...{ privateDir, name: 'sign-in', empty: () => new Map<string, Requirement>(), parse: parseRequirements },
    show: (required) => ({ required: Object.fromEntries(required) }),
    onError(cause) {
      const path = join(privateDir, 'state', 'sign-in.json');
      throw new Error(`What roles must sign in with in ${path} cannot be read: restore the file`, { cause });
    },
  });
  const required = file.value;
  const set = (entries: Iterable<readonly [string, Requirement]>): void => {
    required.clear();
    for (const [role, requirement] of entries) if (requirement !== 'none') required.set(role, requirement);
  };

  return {
    list: () => Object.fromEntries(required),
    of: (role) => required.get(role) ?? 'none',
    async replace(next) {
      const before = [...required];
      set(Object.entries(next));
      try {
        await file.save();
      } catch (error) {
        set(before);
        throw error;
      }
    },
  };
}

function parseRequirements(json: unknown): Map<string, Requirement> {
  const required = isPlainObject(json) ? json['required'] : undefined;
  if (!isPlainObject(required)) throw new Error('it has no list of roles');
  return new Map(
    Object.entries(required).map(([role, value]) => {
      const requirement = REQUIREMENTS.find((one) => one === value);
      if (!requirement) throw new Error(`the role ${role} has none of ${REQUIREMENTS.join(', ')}`);
      return [role, requirement];
    }),
  );
}
