import { memoizeByText } from '../../lib/list/createLruCache.ts';
import { mayAct, type Role, type Verb } from '../access.ts';
import { CONTENT_KINDS, entityOf, KINDS } from '../entities/index.ts';
import type { Kind } from '../records.ts';
import { ALL_RIGHTS } from './allRights.ts';
import { compileRule, type Question, reachOf } from './compileRule.ts';
import { createTypeReading, isTypeKind } from './readableTypes.ts';
import {
  type ActorRights,
  RIGHTS,
  type Right,
  type RightReach,
  type RightsRule,
  type RightsSubject,
  type RoleBase,
  type RoleRights,
  type WriteToJudge,
} from './rights.ts';

/** Decides what a role may do. Pure. */
export interface RightsJudge {
  /** Whether it is that of one of the three roles of every site. */
  readonly isBuiltIn: boolean;
  /** Whether nothing is hidden from the role, so that no record needs to be judged. */
  readonly readsAll: boolean;
  /** Whether a rule is about what one has created. */
  readonly asksOwner: boolean;
  /** For which records of the kind one has the right; `sometimes` also if it is for some of their parts only. */
  reach(right: Right, kind: Kind): RightReach;
  /** Whether there may be a record of the kind with which one may do this. */
  mayEver(right: Right, kind: Kind): boolean;
  /** @param actor such as `user/1` */
  mayRead(subject: RightsSubject, actor: string): boolean;
  /** The first right that a write needs and the role does not have; undefined if it may be done. */
  findMissing(write: WriteToJudge, actor: string): Right | undefined;
  /** Whether one may do this with a record, at least with some of its parts. */
  may(right: Right, subject: RightsSubject, actor: string): boolean;
  /** The same for one actor. */
  rightsOf(actor: string): ActorRights;
  /** The same for an actor who writes to changes only. */
  rightsOfProposer(actor: string): ActorRights;
}

/** The judge of one of the three roles of every site. */
export const judgeOfRole = (role: Role): RightsJudge => BUILT_IN[role];

/** More people than use one role at a time. */
const MAX_BOUND = 1_000;

/** The judge of a role of one's own. */
export const createJudge = (role: RoleRights): RightsJudge => compileJudge(role, false);

function compileJudge({ extends: base, allow, deny }: RoleRights, isBuiltIn: boolean): RightsJudge {
  const allowed = [...RULES_OF_BASE[base], ...allow].map(compileContentRule);
  const denied = deny.map(compileContentRule);
  const mayPart = (question: Question, part: string): boolean =>
    allowed.some((rule) => rule.covers(question) && rule.includes(part)) &&
    !denied.some((rule) => rule.covers(question) && rule.includes(part));
  function may(right: Right, subject: RightsSubject, actor: string): boolean {
    const question = { right, subject, actor };
    return (
      allowed.some((rule) => rule.covers(question)) &&
      !denied.some((rule) => rule.isAboutWholes && rule.covers(question))
    );
  }

  const reach = (right: Right, kind: Kind): RightReach => reachOf({ allowed, denied }, right, kind);

  const mayReadType = createTypeReading([...RULES_OF_BASE[base], ...allow], deny);
  function mayRead(subject: RightsSubject, actor: string): boolean {
    const { kind, type = '' } = subject;
    if (isTypeKind(kind)) return mayReadType(kind, type);
    // The languages of the site are told there, which everybody may know.
    if (kind === 'settings') return !denied.some((rule) => rule.isAbout('read', kind));
    return may('read', subject, actor);
  }

  function findMissing({ before, after, parts }: WriteToJudge, actor: string): Right | undefined {
    const subjects = [before, after].filter((one) => one !== null);
    return rightsFor({ before, after, parts }).find((right) =>
      subjects.some((subject) => parts.some((part) => !mayPart({ right, subject, actor }, part))),
    );
  }

  const judge = {
    isBuiltIn,
    readsAll: base !== 'none' && !denied.some((rule) => CONTENT_KINDS.some((kind) => rule.isAbout('read', kind))),
    asksOwner: [...allow, ...deny].some(({ own }) => own === true),
    reach,
    mayEver: (right: Right, kind: Kind) => reach(right, kind) !== 'never',
    mayRead,
    findMissing,
    may,
  };
  const shared = judge.asksOwner ? undefined : bindJudge(judge, '');
  // The same for the same actor: what is made for them is kept by it.
  const bind = memoizeByText((actor) => bindJudge(judge, actor), MAX_BOUND);
  const rightsOf = (actor: string): ActorRights => shared ?? bind(actor);
  const sharedProposer = shared && withoutPublish(shared);
  const bindProposer = memoizeByText((actor) => withoutPublish(rightsOf(actor)), MAX_BOUND);
  return { ...judge, rightsOf, rightsOfProposer: (actor) => sharedProposer ?? bindProposer(actor) };
}

const bindJudge = (judge: Omit<RightsJudge, 'rightsOf' | 'rightsOfProposer'>, actor: string): ActorRights =>
  Object.freeze<ActorRights>({
    isBuiltIn: judge.isBuiltIn,
    readsAll: judge.readsAll,
    asksOwner: judge.asksOwner,
    reach: judge.reach,
    mayEver: judge.mayEver,
    mayRead: (subject) => judge.mayRead(subject, actor),
    may: (right, subject) => judge.may(right, subject, actor),
    findMissing: (write) => judge.findMissing(write, actor),
  });

/** The same rights without `publish`, for actors who write to changes only, which others publish. */
const withoutPublish = (rights: ActorRights): ActorRights => ({
  ...rights,
  reach: (right, kind) => (right === 'publish' ? 'never' : rights.reach(right, kind)),
  mayEver: (right, kind) => right !== 'publish' && rights.mayEver(right, kind),
  may: (right, subject) => right !== 'publish' && rights.may(right, subject),
  findMissing: (write) => rights.findMissing(write) ?? (rightsFor(write).includes('publish') ? 'publish' : undefined),
});

/** The rights that a write needs, whoever does it. */
export function rightsFor({ before, after, parts }: WriteToJudge): readonly Right[] {
  if (parts.length === 0) return [];
  const right = rightOfWrite(before, after);
  // A new file is shown nowhere before something that is public uses it.
  const isNewFile = before === null && after?.kind === 'media';
  const touchesPublic = before?.isPublic === true || (after?.isPublic === true && !isNewFile);
  return touchesPublic ? [right, 'publish'] : [right];
}

function rightOfWrite(before: RightsSubject | null, after: RightsSubject | null): Right {
  if (before === null) return 'create';
  return after === null ? 'delete' : 'update';
}

const compileContentRule = (rule: RightsRule) => compileRule(rule, CONTENT_KINDS);

/** What the built-in roles may do with records, by the verbs that entities name. */
const VERBS: Readonly<Record<Verb, readonly Right[]>> = {
  read: ['read'],
  create: ['create', 'publish'],
  update: ['update', 'publish', 'restore', 'review'],
  remove: ['delete', 'publish'],
};

function rulesOf(role: Role): readonly RightsRule[] {
  return KINDS.flatMap((kind) =>
    Object.entries(VERBS)
      .filter(([verb]) => mayAct(role, entityOf(kind).access[verb as Verb]))
      .map(([, rights]): RightsRule => ({ do: rights, on: [kind] })),
  );
}

const RULES_OF_BASE: Readonly<Record<RoleBase, readonly RightsRule[]>> = {
  viewer: rulesOf('viewer'),
  editor: rulesOf('editor'),
  none: [],
};

const BUILT_IN: Readonly<Record<Role, RightsJudge>> = Object.freeze({
  viewer: compileJudge({ extends: 'viewer', allow: [], deny: [] }, true),
  editor: compileJudge({ extends: 'editor', allow: [], deny: [] }, true),
  admin: Object.freeze({
    ...ALL_RIGHTS,
    rightsOf: () => ALL_RIGHTS,
    rightsOfProposer: () => withoutPublish(ALL_RIGHTS),
  }),
});

const CONTENT: ReadonlySet<string> = new Set(CONTENT_KINDS);

/** What a role begins with, as few rules about the content. */
export const contentRulesOf = (base: RoleBase | Role): readonly RightsRule[] =>
  joinRules(base === 'admin' ? [{ do: RIGHTS, on: CONTENT_KINDS }] : RULES_OF_BASE[base]);

function joinRules(rules: readonly RightsRule[]): readonly RightsRule[] {
  const rightsOf = new Map<string, Set<Right>>();
  for (const { do: rights, on = [] } of rules)
    for (const kind of on.filter((one) => CONTENT.has(one)))
      rightsOf.set(kind, new Set([...(rightsOf.get(kind) ?? []), ...rights]));
  const joined = new Map<string, { readonly do: readonly Right[]; readonly on: string[] }>();
  for (const [kind, rights] of rightsOf) {
    const rule = joined.get([...rights].join()) ?? { do: [...rights], on: [] };
    rule.on.push(kind);
    joined.set([...rights].join(), rule);
  }
  return [...joined.values()];
}
