import type { UnknownNames } from './schema/unknownNames.ts';

/** What a caller may do, each role including the ones before it. */
export const ROLES = ['viewer', 'editor', 'admin'] as const;
export type Role = (typeof ROLES)[number];

export type Verb = 'read' | 'create' | 'update' | 'remove';

/** What an API key may be given (contract, "Authentication"), and the role each stands for. */
export const PERMISSIONS = {
  'content:read': 'viewer',
  'content:write': 'editor',
  'admin:*': 'admin',
  '*': 'admin',
} as const satisfies Record<string, Role>;
export type Permission = keyof typeof PERMISSIONS;

/** Whether `role` may do what asks for `needed`. */
export const mayAct = (role: Role, needed: Role): boolean => ROLES.indexOf(role) >= ROLES.indexOf(needed);

/** What a preview token opens. */
export interface PreviewScope {
  /** The branch, tag or commit whose content it opens, by the name it was made for; null: drafts of what is live. */
  readonly ref: string | null;
  /** The id of the only page that it opens; null: all. */
  readonly page: number | null;
}

/** Who acts: a person, a key, or the system itself. `name` and `email` become the commit's author. */
export interface Actor {
  readonly type: 'user' | 'api-key' | 'schedule' | 'system';
  readonly id: number;
  readonly name: string;
  readonly email: string;
  readonly role: Role;
  /** What a preview token opens, where that is all the caller has. */
  readonly preview?: PreviewScope;
  /** Whether only changes may be written, and none published. */
  readonly changesOnly?: boolean;
  /** Takes the names in the actor's request that nothing knows; absent where nobody is to be told of them. */
  readonly unknown?: Pick<UnknownNames, 'note' | 'refuse'>;
}

/** How commits, sessions and the audit log name somebody: `user/1`. */
export const subjectOf = ({ type, id }: Pick<Actor, 'type' | 'id'>): string => `${type}/${id}`;

/** Acts where no caller is known: at the first start, and on the command line. */
export const SYSTEM: Actor = { type: 'system', id: 0, name: 'Quire', email: 'quire@quire.invalid', role: 'admin' };
