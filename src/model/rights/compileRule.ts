import { createPathTest } from './matchPath.ts';
import type { Right, RightReach, RightsRule, RightsSubject } from './rights.ts';

/** What decides whether a rule is about a record. The kind is a text, because a browser knows no records. */
type RuleSubject = Omit<RightsSubject, 'kind' | 'isPublic'> & { readonly kind: string };

/** Whether a rule is about what somebody wants to do. */
export interface Question {
  readonly right: Right;
  readonly subject: RuleSubject;
  readonly actor: string;
}

/** A rule, ready to be asked. */
export interface CompiledRule {
  /** Whether it is not narrowed at all. */
  readonly isAboutAll: boolean;
  /** Whether it is not narrowed to some parts. */
  readonly isAboutWholes: boolean;
  isAbout(right: Right, kind: string): boolean;
  covers(question: Question): boolean;
  includes(part: string): boolean;
}

/** @param content the kinds that a rule is about which names none */
export function compileRule(rule: RightsRule, content: readonly string[]): CompiledRule {
  const { do: rights, on = content, types, locales, paths, folders, fields, own } = rule;
  const kinds = new Set<string>(on);
  const [isType, isLocale] = [types, locales].map((list) => list && new Set<string>(list));
  const [isPath, isFolder] = [paths, folders].map((list) => list?.map(createPathTest));
  const isIn = (set: ReadonlySet<string> | undefined, value: string | undefined): boolean =>
    set === undefined || (value !== undefined && set.has(value));
  const isBelow = (tests: readonly ((path: string) => boolean)[] | undefined, value: string | undefined): boolean =>
    tests === undefined || (value !== undefined && tests.some((test) => test(value)));
  // A rule about records of some types lets nobody change these types.
  const isOfTypes = rule.on === undefined && types !== undefined;
  const isAbout: CompiledRule['isAbout'] = (right, kind) =>
    rights.includes(right) && kinds.has(kind) && (right === 'read' || !isOfTypes || !TYPES.has(kind));
  return {
    isAboutAll: [types, locales, paths, folders, fields].every((one) => one === undefined) && own !== true,
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

const TYPES: ReadonlySet<string> = new Set(['contentType', 'blockType']);

interface RuleSets {
  readonly allowed: readonly CompiledRule[];
  readonly denied: readonly CompiledRule[];
}

/** For which records of a kind rules give a right; `sometimes` also if it is for some of their parts only. */
export function reachOf({ allowed, denied }: RuleSets, right: Right, kind: string): RightReach {
  const [granted, refused] = [allowed, denied].map((rules) => rules.filter((rule) => rule.isAbout(right, kind)));
  if (granted!.length === 0 || refused!.some(({ isAboutAll }) => isAboutAll)) return 'never';
  return refused!.length === 0 && granted!.some(({ isAboutAll }) => isAboutAll) ? 'always' : 'sometimes';
}
