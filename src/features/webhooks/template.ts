import type { Webhook } from './entity.ts';

/** The body of one attempt, and its content type. */
export interface WebhookBody {
  readonly type: string;
  readonly text: string;
}

/** A stored event: the JSON that the template `quire` sends. */
interface StoredEvent {
  readonly type: string;
  readonly timestamp: string;
  readonly data: Readonly<Record<string, unknown>>;
}

type Template = (json: string, webhook: Webhook) => WebhookBody;

/**
 * The body of a message in the receiver's format. Made for each attempt, so that a stored or shown message never holds a
 * token.
 */
export const renderWebhookBody: Template = (json, webhook) => TEMPLATES[webhook.body](json, webhook);

const JSON_TYPE = 'application/json';

const TEMPLATES: Readonly<Record<Webhook['body'], Template>> = {
  quire: (text) => ({ type: JSON_TYPE, text }),
  /** "Create a repository dispatch event": `POST /repos/{owner}/{repo}/dispatches`. */
  'github-dispatch'(json) {
    const event = JSON.parse(json) as StoredEvent;
    const payload = json.length > MAX_DISPATCH ? { ...event, data: cutShort(event.data) } : event;
    return { type: JSON_TYPE, text: JSON.stringify({ event_type: event.type, client_payload: payload }) };
  },
  /** "Trigger a pipeline with a token": `POST /projects/:id/trigger/pipeline`. */
  'gitlab-trigger'(json, { gitlab }) {
    const { type, timestamp, data } = JSON.parse(json) as StoredEvent;
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

/** GitHub accepts 64 KB, of which the event is only a part. */
const MAX_DISPATCH = 60_000;
/** The longest variable that GitLab accepts. */
const MAX_VARIABLE = 10_000;

/** Replaces data that is too long: any address may differ. */
const cutShort = ({ commit = null, parent = null }: StoredEvent['data']): object => ({ commit, parent, urls: ['/*'] });

/** Values that a receiver may repeat in its answer and that nobody else may read. */
export const secretsOf = ({ headers = {}, gitlab }: Webhook): readonly string[] => [
  ...Object.values(headers),
  ...(gitlab ? [gitlab.token] : []),
];
