import { mayAct, type Role, type Verb } from '../access.ts';
import { CONTENT_KINDS, entityOf } from '../entities/index.ts';
import type { Kind } from '../records.ts';
import { createPathTest } from './matchPath.ts';
import type { Right, RightsRule, RightsSubject, RoleBase, RoleRights } from './rights.ts';

/** A write of one record, as far as rights depend on it. */
export interface WriteToJudge {
  /** Null: it is created. */
  readonly before: RightsSubject | null;
  /** Null: it is deleted. */
  readonly after: RightsSubject | null;
  /** The parts in which the two differ; see `changedParts`. Of a record that comes or goes, the parts that have values. */
  readonly parts: readonly string[];
}

/** Decides what a role may do. Pure. */
export interface RightsJudge {
  /** Whether nothing is hidden from the role, so that no record needs to be judged. */
  readonly readsAll: boolean;
  /** Whether there may be a record of the kind with which one may do this. */
  mayEver(right: Right, kind: Kind): boolean;
  /** @param actor such as `user/1` */
  mayRead(subject: RightsSubject, actor: string): boolean;
  /** The first right that a write needs and the role does not have; undefined if it may be done. */
  findMissing(write: WriteToJudge, actor: string): Right | undefined;
  /** Whether one may do this with a record, at least with some of its parts. */
  may(right: Right, subject: RightsSubject, actor: string): boolean;
}

/** The judge of one of the three roles of every site. */
export const judgeOfRole = (role: Role): RightsJudge => (role === 'admin' ? ADMIN : BUILT_IN[role]);

/** The judge of a role of one's own. */
export function createJudge({ extends: base, allow, deny }: RoleRights): RightsJudge {
  const allowed = [...RULES_OF_BASE[base], ...allow].map(compileRule);
  const denied = deny.map(compileRule);
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

  function findMissing({ before, after, parts }: WriteToJudge, actor: string): Right | undefined {
    const subjects = [before, after].filter((one) => one !== null);
    return rightsFor({ before, after, parts }).find((right) =>
      subjects.some((subject) => parts.some((part) => !mayPart({ right, subject, actor }, part))),
    );
  }

  return {
    readsAll: deny.length === 0 && base !== 'none',
    mayEver: (right, kind) => allowed.some((rule) => rule.isAbout(right, kind)),
    mayRead: (subject, actor) => may('read', subject, actor),
    findMissing,
    may,
  };
}

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

interface Question {
  readonly right: Right;
  readonly subject: RightsSubject;
  readonly actor: string;
}

interface CompiledRule {
  /** Whether it is not narrowed to some parts. */
  readonly isAboutWholes: boolean;
  isAbout(right: Right, kind: Kind): boolean;
  covers(question: Question): boolean;
  includes(part: string): boolean;
}

function compileRule({ do: rights, on, types, locales, paths, folders, fields, own }: RightsRule): CompiledRule {
  const kinds = new Set<Kind>(on ?? CONTENT_KINDS);
  const [isType, isLocale] = [types, locales].map((list) => list && new Set<string>(list));
  const [isPath, isFolder] = [paths, folders].map((list) => list?.map(createPathTest));
  const isIn = (set: ReadonlySet<string> | undefined, value: string | undefined): boolean =>
    set === undefined || (value !== undefined && set.has(value));
  const isBelow = (tests: readonly ((path: string) => boolean)[] | undefined, value: string | undefined): boolean =>
    tests === undefined || (value !== undefined && tests.some((test) => test(value)));
  const isAbout: CompiledRule['isAbout'] = (right, kind) => rights.includes(right) && kinds.has(kind);
  return {
    isAboutWholes: fields === undefined,
    isAbout,
    includes: (part) => fields === undefined || fields.includes(part),
    covers: ({ right, subject, actor }) =>
      isAbout(right, subject.kind) &&
      isIn(isType, subject.type) &&
      isIn(isLocale, subject.locale) &&
      isBelow(isPath, subject.path) &&
      isBelow(isFolder, subject.folder) &&
      (own !== true || subject.owner === actor),
  };
}

/** What the built-in roles may do with records, by the verbs that entities name. */
const VERBS: Readonly<Record<Verb, readonly Right[]>> = {
  read: ['read'],
  create: ['create', 'publish'],
  update: ['update', 'publish', 'restore', 'review'],
  remove: ['delete', 'publish'],
};

function rulesOf(role: Role): readonly RightsRule[] {
  return CONTENT_KINDS.flatMap((kind) =>
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

const BUILT_IN: Readonly<Record<Exclude<Role, 'admin'>, RightsJudge>> = {
  viewer: createJudge({ extends: 'viewer', allow: [], deny: [] }),
  editor: createJudge({ extends: 'editor', allow: [], deny: [] }),
};

const ADMIN: RightsJudge = {
  readsAll: true,
  mayEver: () => true,
  mayRead: () => true,
  findMissing: () => undefined,
  may: () => true,
};
