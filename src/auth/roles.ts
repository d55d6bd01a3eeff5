import { createLruCache } from '../lib/list/createLruCache.ts';
import { mayAct, type Role } from '../model/access.ts';
import { CONTENT_KINDS } from '../model/entities/index.ts';
import type { Lookup, Problem } from '../model/entry.ts';
import { describeDetail } from '../model/errors.ts';
import { createJudge, judgeOfRole, type RightsJudge } from '../model/rights/judge.ts';
import type { RoleRights } from '../model/rights/rights.ts';
import { findRoleMistakes } from '../model/rights/roleMistakes.ts';
import { checkRoleName, findConfiguredRole, isBuiltInRole } from '../model/rights/siteRoles.ts';

/** What a role means. */
export interface FoundRole {
  /** The level of endpoints that are about no kind of content. */
  readonly level: Role;
  readonly judge: RightsJudge;
  /** What it is made of; undefined for the three of every site. */
  readonly rights?: RoleRights;
}

/** Finds what roles mean at present. A role that is gone or broken gives no rights. */
export interface Roles {
  /** @param name as users and keys name their role */
  find(name: string): FoundRole;
  /** What one of the three roles of every site means for somebody who may do no more than another role may. */
  findWithin(level: Role, bound: string): FoundRole;
  /** Roles that give no rights because they cannot mean what they say, and who has a role that does not exist. */
  problems(): readonly Problem[];
}

interface RoleStore extends Pick<Lookup, 'code' | 'byKey' | 'all'> {
  /** Files that cannot be read, by path: an earlier version of each one's record is served. */
  readonly broken?: ReadonlyMap<string, unknown>;
}

/** More than anybody will have. */
const MAX_COMPILED = 500;

/** A judge is made once for each version of its role. */
export function createRoles(store: RoleStore): Roles {
  const compiled = createLruCache<FoundRole>(MAX_COMPILED);
  function compile(version: string, rights: RoleRights): FoundRole {
    const known = compiled.get(version);
    if (known) return known;
    const made = compileRole(rights);
    compiled.set(version, made);
    return made;
  }
  const readers = new WeakMap<RoleRights, FoundRole>();
  function findReader(rights: RoleRights): FoundRole {
    const known = readers.get(rights);
    if (known) return known;
    const only = { ...rights, deny: [...rights.deny, { do: [...WRITING] }] };
    const made: FoundRole = { level: 'viewer', judge: createJudge(only), rights: only };
    readers.set(rights, made);
    return made;
  }
  function find(name: string): FoundRole {
    if (isBuiltInRole(name)) return { level: name, judge: judgeOfRole(name) };
    const configured = findConfiguredRole(store, name);
    if (configured) return compile(name, configured);
    const entry = store.byKey('role', name);
    return entry && !store.broken?.has(entry.path) ? compile(`${name} ${entry.rev}`, entry.data) : NO_RIGHTS;
  }
  return {
    find,
    findWithin(level, bound) {
      const most = find(bound);
      if (most.rights) return level === 'viewer' ? findReader(most.rights) : most;
      return find(mayAct(most.level, level) ? level : most.level);
    },
    problems: () => [...findMeaningless(store), ...findWithoutRole(store)],
  };
}

const findMeaningless = (store: RoleStore): readonly Problem[] =>
  [...store.all('role')].flatMap(({ path, data }) =>
    findRoleMistakes(data).map((detail) => ({
      ...{ path, code: 'VALIDATION' as const, at: detail.path },
      message: `the role gives no rights: ${describeDetail(detail)}`,
    })),
  );

const findWithoutRole = (store: RoleStore): readonly Problem[] =>
  [...store.all('user'), ...store.all('apiKey')].flatMap(({ path, data: { role } }) =>
    role === undefined || checkRoleName(role, store).length === 0
      ? []
      : [
          {
            path,
            code: 'DANGLING_REFERENCE',
            message: `has the role "${role}", which does not exist, and so no rights`,
          },
        ],
  );

function compileRole(rights: RoleRights): FoundRole {
  if (findRoleMistakes(rights).length > 0) return NO_RIGHTS;
  const judge = createJudge(rights);
  const writes = CONTENT_KINDS.some((kind) => WRITING.some((right) => judge.mayEver(right, kind)));
  return { level: writes ? 'editor' : 'viewer', judge, rights };
}

const WRITING = ['create', 'update', 'publish', 'delete', 'review', 'restore'] as const;

const NOTHING: RoleRights = { extends: 'none', allow: [], deny: [] };
const NO_RIGHTS: FoundRole = { level: 'viewer', judge: createJudge(NOTHING), rights: NOTHING };
