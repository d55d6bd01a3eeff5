import i18next from 'i18next';
import type { ProblemReason, Error as Refused } from '../wire/interface.ts';
import { loadSection } from './languages.ts';
import type { Language } from './messages.ts';

/** What the server says about one thing that is wrong. */
type ServerProblem = Pick<Refused['errors'][number], 'reason' | 'params'>;

const say = i18next.t as (key: `server.${ProblemReason}`, values: object) => string;

/**
 * A reason of the server in the language of the interface. Undefined if it tells none, or one that is newer; and where
 * only the server's message, which is English, says more than that a value is wrong.
 */
export async function wordReason({ reason, params = {} }: ServerProblem): Promise<string | undefined> {
  if (reason === undefined || (reason === 'unfit' && i18next.language === 'en')) return undefined;
  if (!hasWords(reason)) await loadRefusals();
  return hasWords(reason) ? say(`server.${reason}`, params) : undefined;
}

const hasWords = (reason: ProblemReason): boolean =>
  i18next.exists(`server.${reason}`) || i18next.exists(`server.${reason}_other`);

/** Loads the words for the rarer reasons; does nothing if they cannot be loaded. */
async function loadRefusals(): Promise<void> {
  const language = i18next.language as Language;
  const { refusals = {} } = (await loadSection('refusals', language).catch(() => ({}))) as {
    readonly refusals?: object;
  };
  i18next.addResourceBundle(language, 'translation', { server: refusals }, true);
}
