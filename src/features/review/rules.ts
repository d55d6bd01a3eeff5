import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { hasErrorCode } from '../../lib/disk/hasErrorCode.ts';
import { createTaskQueue } from '../../lib/turn/createTaskQueue.ts';
import type { Lookup } from '../../model/entry.ts';
import { type Detail, describeDetail, invalid } from '../../model/errors.ts';
import type { ReviewRule } from '../../model/review/approval.ts';
import { findRoleMistakes, findUnknownInRules } from '../../model/rights/roleMistakes.ts';
import { checkRoleName, findConfiguredRole } from '../../model/rights/siteRoles.ts';
import { flag, type Infer, integer, list, object, text } from '../../model/schema/schema.ts';
import { createValidator } from '../../model/schema/validator.ts';
import { writePrivateFile } from '../../store/privateFolder.ts';

/** What admins have set. */
export interface ReviewSetup {
  readonly rules: readonly ReviewRule[];
  /** Whether admins may publish without the approvals, which the audit log tells. */
  readonly adminsExempt: boolean;
}

const names = () => list(text({ minLength: 1, maxLength: 200 }), { minItems: 1, maxItems: 200 });

export const reviewSettingsInput = object({
  rules: list(
    object(
      { needs: integer({ minimum: 1, maximum: 10 }) },
      { on: names(), types: names(), locales: names(), paths: names(), from: names(), notOwn: flag() },
    ),
    { maxItems: 100 },
  ),
  adminsExempt: flag(),
});

/** The rules, in `<privateDir>/state/review.json`: whoever may push content must not lower them. */
export interface ReviewRules {
  read(): ReviewSetup;
  /** Durable when it resolves. */
  replace(settings: ReviewSetup): Promise<void>;
}

const NONE: ReviewSetup = { rules: [], adminsExempt: false };

/** @throws Error for the person who starts Quire if the file cannot be read: without it, everything could go live */
export function openReviewRules(privateDir: string): ReviewRules {
  const path = join(privateDir, 'state', 'review.json');
  const inTurn = createTaskQueue();
  let present = readSettings(path);
  return {
    read: () => present,
    replace: (settings) =>
      inTurn(async () => {
        await writePrivateFile(path, JSON.stringify(settings));
        present = settings;
      }),
  };
}

function readSettings(path: string): ReviewSetup {
  try {
    const read = createValidator(reviewSettingsInput)(JSON.parse(readFileSync(path, 'utf8')));
    if ('value' in read) return toSettings(read.value);
    throw new Error(read.details.map(describeDetail).join('; '));
  } catch (cause) {
    if (hasErrorCode(cause, 'ENOENT')) return NONE;
    const message = `The review rules in ${path} cannot be read: repair the file, or remove it to have no rules`;
    throw new Error(message, { cause });
  }
}

/** The same without what it leaves open. */
export const toSettings = ({ rules, adminsExempt }: Infer<typeof reviewSettingsInput>): ReviewSetup => ({
  // What is not there is not narrowed, so an undefined value means the same as none.
  rules: rules as readonly ReviewRule[],
  adminsExempt,
});

/** @throws CmsError VALIDATION for kinds, types, languages and roles that do not exist, and for what cannot be meant */
export function requireSoundRules({ rules }: Pick<ReviewSetup, 'rules'>, lookup: Lookup): void {
  const allow = rules.map(({ on, types, locales, paths }) => ({
    do: ['publish'] as const,
    ...(on && { on }),
    ...(types && { types }),
    ...(locales && { locales }),
    ...(paths && { paths }),
  }));
  const lists = { allow, deny: [] };
  const found = [...findRoleMistakes(lists), ...findUnknownInRules(lists, lookup)].map(({ path, ...wording }) => ({
    path: ['rules', ...path.slice(1)],
    ...wording,
  }));
  const problems: readonly Detail[] = [
    ...found,
    ...rules.flatMap((rule, index) => findUnknownRoles(rule, index, lookup)),
  ];
  if (problems.length > 0) throw invalid(problems);
}

const findUnknownRoles = ({ from = [] }: ReviewRule, index: number, lookup: Lookup): readonly Detail[] =>
  from.flatMap((role, at) =>
    checkRoleName(role, lookup).map((detail) => ({
      ...detail,
      path: ['rules', String(index), 'from', String(at)],
    })),
  );

/** What a role is called; the three of every site are called as they are named. */
export const findRoleTitle = (key: string, lookup: Pick<Lookup, 'code' | 'byKey'>): string =>
  findConfiguredRole(lookup, key)?.name ?? lookup.byKey('role', key)?.data.name ?? key;
