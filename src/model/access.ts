import { ALL_RIGHTS } from './rights/allRights.ts';
import type { ActorRights } from './rights/rights.ts';

/** The roles of callers; each includes the ones before it. */
export const ROLES = ['viewer', 'editor', 'admin'] as const;
export type Role = (typeof ROLES)[number];

export type Verb = 'read' | 'create' | 'update' | 'remove';

/** The permissions of API keys (contract, "Authentication"), and the role that each gives. */
export const PERMISSIONS = {
  'content:read': 'viewer',
  'content:write': 'editor',
  'admin:*': 'admin',
  '*': 'admin',
} as const satisfies Record<string, Role>;
export type Permission = keyof typeof PERMISSIONS;

/** Whether a caller with `role` may do what needs the role `needed`. */
export const mayAct = (role: Role, needed: Role): boolean => ROLES.indexOf(role) >= ROLES.indexOf(needed);

/** What a role must sign in with. A passkey counts as a second factor: its authenticator makes sure of its owner. */
export const REQUIREMENTS = ['none', 'secondFactor', 'passkey'] as const;
export type Requirement = (typeof REQUIREMENTS)[number];

/** The session of a person, as far as it decides what they may do. */
export interface ActorSession {
  /** Whether they have proved who they are within the last minutes, as dangerous steps need. */
  readonly isProvedLately: boolean;
  /** What they must sign in with and have not: they may do nothing but set it up. */
  readonly lacks: Exclude<Requirement, 'none'> | null;
}

/** What an endpoint asks of the session of a person; keys have none. */
export interface SessionNeeds {
  /** A dangerous step: they must have proved who they are within the last minutes. */
  readonly needsFreshProof?: boolean;
  /** Whether it may be called before they have set up what their role must sign in with. */
  readonly isForSetUp?: boolean;
}

/** What a preview token opens. */
export interface PreviewScope {
  /** The name of the branch, tag or commit whose content it opens; null for the live content with its drafts. */
  readonly ref: string | null;
  /** The id of the only page that it opens; null for all pages. */
  readonly page: number | null;
}

/** A name in a request that no schema knows, and the names known in that place. */
export interface UnknownName {
  readonly path: readonly string[];
  readonly known: readonly string[];
  /** The name, unless it is the last step of the path. */
  readonly name?: string;
}

/** Notes the names in one request that no schema knows. */
export interface UnknownNameNotes {
  /** Adds names; names may repeat when a write is planned again. */
  note(names: readonly UnknownName[]): void;
  /** @throws CmsError VALIDATION if there are any names and the request asked for strict handling */
  refuse(): void;
}

/** Who acts: a person, a key, an extension, or the system itself. `name` and `email` become the commit's author. */
export interface Actor {
  readonly type: 'user' | 'api-key' | 'extension' | 'schedule' | 'system';
  /** 0 for an extension, which is known by its name: `extension/maps`. */
  readonly id: number;
  readonly name: string;
  readonly email: string;
  /** The level of endpoints that the actor may call. A role of one's own has the level that its rights need. */
  readonly role: Role;
  /** What the actor may do with records; each is judged by itself. */
  readonly rights: ActorRights;
  /** What the caller may see, for a caller with nothing but a preview token. */
  readonly preview?: PreviewScope;
  /** Whether the actor may write to changes only, and publish none. */
  readonly changesOnly?: boolean;
  /** Absent for keys, and for whoever acts without a session. */
  readonly session?: ActorSession;
  /**
   * Collects names in the request that no schema knows, such as a misspelt field: the answer lists them, or the request
   * is refused for them. Absent for actors without a request.
   */
  readonly unknownNames?: UnknownNameNotes;
}

/** How commits, sessions and the audit log name somebody: `user/1`, `extension/maps`. */
export const actorRefName = ({ type, id, name }: Pick<Actor, 'type' | 'id' | 'name'>): string =>
  type === 'extension' ? name : `${type}/${id}`;

/** How somebody is named who has no account, and says something by a link: `guest/Jo`. The name is the one that they gave. */
export const guestRefName = (name: string): string => `guest/${name}`;

/** The name of such a guest; undefined for anybody else. */
export const guestNameOf = (subject: string): string | undefined =>
  subject.startsWith('guest/') ? subject.slice('guest/'.length) : undefined;

/** The actor where there is no caller: at the first start, and on the command line. */
export const SYSTEM: Actor = {
  ...{ type: 'system', id: 0, name: 'Quire', email: 'quire@quire.invalid', role: 'admin' },
  rights: ALL_RIGHTS,
};
