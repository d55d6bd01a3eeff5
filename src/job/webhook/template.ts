import type { Webhook } from '../../model/entities/webhook.ts';

/** The bytes of one attempt, and what they are. */
export interface Body {
  readonly type: string;
  readonly text: string;
}

/** An event as it is kept: the JSON that `quire` sends. */
interface Told {
  readonly type: string;
  readonly timestamp: string;
  readonly data: Readonly<Record<string, unknown>>;
}

type Template = (json: string, webhook: Webhook) => Body;

/**
 * The body of a message as its receiver takes it. Made for each attempt: what is kept of a message, and shown of it, never
 * holds a token.
 */
export const bodyFor: Template = (json, webhook) => TEMPLATES[webhook.body](json, webhook);

const JSON_TYPE = 'application/json';

const TEMPLATES: Readonly<Record<Webhook['body'], Template>> = {
  quire: (text) => ({ type: JSON_TYPE, text }),
  /** "Create a repository dispatch event": `POST /repos/{owner}/{repo}/dispatches`. */
  'github-dispatch'(json) {
    const told = JSON.parse(json) as Told;
    const payload = json.length > MAX_DISPATCH ? { ...told, data: cutShort(told.data) } : told;
    return { type: JSON_TYPE, text: JSON.stringify({ event_type: told.type, client_payload: payload }) };
  },
  /** "Trigger a pipeline with a token": `POST /projects/:id/trigger/pipeline`. */
  'gitlab-trigger'(json, { gitlab }) {
    const { type, timestamp, data } = JSON.parse(json) as Told;
    const whole = JSON.stringify(data);
    const variables = {
      QUIRE_EVENT: type,
      QUIRE_TIMESTAMP: timestamp,
      QUIRE_COMMIT: String(data['commit'] ?? ''),
      QUIRE_DATA: whole.length > MAX_VARIABLE ? JSON.stringify(cutShort(data)) : whole,
    };
    const form = new URLSearchParams({ token: gitlab?.token ?? '', ref: gitlab?.ref ?? '' });
    for (const [name, value] of Object.entries(variables)) form.set(`variables[${name}]`, value);
    return { type: 'application/x-www-form-urlencoded', text: form.toString() };
  },
};

/** GitHub takes 64 KB, and what was told is not all of the request. */
const MAX_DISPATCH = 60_000;
/** What GitLab takes of a variable. */
const MAX_VARIABLE = 10_000;

/** What is too much to be told: anything may differ. */
const cutShort = ({ commit = null, parent = null }: Told['data']): object => ({ commit, parent, urls: ['/*'] });

/** What a receiver may say back and nobody is to read: the values that only it is to know. */
export function secretsOf({ headers = {}, gitlab }: Webhook): readonly string[] {
  const values = [...Object.values(headers), ...(gitlab ? [gitlab.token] : [])];
  const credentials = values.flatMap((value) => [value, ...value.split(' ')]);
  const all = credentials.filter((value) => value.length >= MIN_SECRET);
  return [
    ...new Set(all.flatMap((value) => [value, encodeURIComponent(value), JSON.stringify(value).slice(1, -1)])),
  ].sort((a, b) => b.length - a.length);
}

/** Shorter texts stand in any answer. */
const MIN_SECRET = 8;
