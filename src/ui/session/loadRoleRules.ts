import i18next from 'i18next';
import { addSection } from '../i18n/i18n.ts';
import { localeName } from '../parts/localeName.ts';
import type { CallerRights } from '../wire/interface.ts';
import type { RightsObstacle, RightsQuestion, RoleRules } from './rights.ts';
import { createRoleRules } from './roleRules.ts';

/** The rules of a role of one's own, with the words that say what they forbid. */
export async function loadRoleRules(
  rules: NonNullable<CallerRights['rules']>,
  kinds: readonly string[],
): Promise<RoleRules> {
  await addSection('limits');
  const { may, findObstacle } = createRoleRules(rules, kinds);
  return { may, explain: (question) => sayObstacle(findObstacle(question), question) };
}

function sayObstacle({ reason, values }: RightsObstacle, { right }: RightsQuestion): string {
  const { language } = i18next;
  const names = reason === 'locales' ? values.map((locale) => localeName(locale, language)) : values;
  return i18next.t(`limits.${reason}`, { right, values: new Intl.ListFormat(language).format(names) });
}
