import { isPlainObject } from '../../../lib/json/isPlainObject.ts';
import { isString } from '../../../lib/json/isString.ts';
import type { EventName } from '../../../model/events.ts';
import type { ExtensionRecord } from '../../record.ts';

/** One run of an effect, as it is sent to the process that runs it. */
export interface EffectTask {
  /** The absolute path of the configuration that lists the extension. */
  readonly config: string;
  readonly extension: string;
  /** The hash that the extension had at the start. */
  readonly hash: string;
  /** Its place in the extension's list. */
  readonly effect: number;
  readonly event: EventName;
  readonly commit: string;
  readonly at: string;
  readonly page?: ExtensionRecord;
  readonly data: unknown;
  readonly hosts: readonly string[];
  /** The values of the secrets that the extension needs, as far as they are set. */
  readonly secrets: Readonly<Record<string, string>>;
  /** Whether http and private addresses are allowed (WEBHOOK_ALLOW_PRIVATE). */
  readonly allowsPrivate: boolean;
}

/** One value to write. */
export interface ProposalEdit {
  readonly kind: 'page' | 'media';
  readonly id: number;
  readonly values: Readonly<Record<string, unknown>>;
}

/** What an effect asks to be written. */
export interface ProposalRequest {
  readonly title: string;
  readonly once: string;
  readonly edits: readonly ProposalEdit[];
}

/** What the server sends to the process. */
export type ToProcess =
  | { readonly task: EffectTask }
  | { readonly call: number; readonly name: string }
  | { readonly call: number; readonly refusal: string };

/** What the process sends. */
export type FromProcess =
  | { readonly log: string }
  | { readonly call: number; readonly propose: ProposalRequest }
  | { readonly done: { readonly failure: string | null } };

/** The longest line in either direction. */
export const MAX_LINE_BYTES = 4 * 1024 * 1024;

/** The most characters of a run's log that are sent and kept. */
export const MAX_LOG = 10_000;

/** A value as a message of the process; null if it is none: code of the site runs there. */
export function readFromProcess(value: unknown): FromProcess | null {
  if (!isPlainObject(value)) return null;
  const { log, call, propose, done } = value;
  if (isString(log)) return { log };
  if (isPlainObject(done)) return { done: { failure: isString(done['failure']) ? done['failure'] : null } };
  const request = readRequest(propose);
  return Number.isSafeInteger(call) && request ? { call: call as number, propose: request } : null;
}

function readRequest(value: unknown): ProposalRequest | null {
  if (!isPlainObject(value) || !Array.isArray(value['edits'])) return null;
  const { title, once, edits } = value;
  return isString(title) && isString(once) ? { title, once, edits: edits.flatMap(readEdit) } : null;
}

function readEdit(value: unknown): readonly ProposalEdit[] {
  if (!isPlainObject(value)) return [];
  const { kind, id, values } = value;
  if ((kind !== 'page' && kind !== 'media') || !Number.isSafeInteger(id) || !isPlainObject(values)) return [];
  return [{ kind, id: id as number, values }];
}
