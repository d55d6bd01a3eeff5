import { unavailable } from '../model/errors.ts';
import type { Mail } from './openMail.ts';

const refuse = (): Promise<never> => Promise.reject(unavailable('No mail server is configured (SMTP_URL)', 3600));

/** Where no mail server is configured. */
export const noMail: Mail = {
  isOn: false,
  send: refuse,
  writeLate: () => refuse,
  states: () => new Map(),
  problems: () => [],
  waiting: () => 0,
  failures: () => 0,
  close: async () => undefined,
};
