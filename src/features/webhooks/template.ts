import { type ChatEvent, type ChatFacts, writeChatLine } from './chatLine.ts';
import type { Webhook } from './entity.ts';

/** The body of one attempt, and its content type. */
export interface WebhookBody {
  readonly type: string;
  readonly text: string;
}

type Template = (json: string, webhook: Webhook, chat: ChatFacts) => WebhookBody;

/**
 * The body of a message in the receiver's format. Made for each attempt, so that a stored or shown message never holds a
 * token.
 */
export const renderWebhookBody: Template = (json, webhook, chat) => TEMPLATES[webhook.body](json, webhook, chat);

const JSON_TYPE = 'application/json';

const TEMPLATES: Readonly<Record<Webhook['body'], Template>> = {
  quire: (text) => ({ type: JSON_TYPE, text }),
  /** "Create a repository dispatch event": `POST /repos/{owner}/{repo}/dispatches`. */
  'github-dispatch'(json) {
    const event = JSON.parse(json) as ChatEvent;
    const payload = json.length > MAX_DISPATCH ? { ...event, data: cutShort(event.data) } : event;
    return { type: JSON_TYPE, text: JSON.stringify({ event_type: event.type, client_payload: payload }) };
  },
  /** "Trigger a pipeline with a token": `POST /projects/:id/trigger/pipeline`. */
  'gitlab-trigger'(json, { gitlab }) {
    const { type, timestamp, data } = JSON.parse(json) as ChatEvent;
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
  /** Incoming webhooks of Slack, and of Mattermost, which takes the same. */
  slack(json, _, chat) {
    const { text, link, open } = writeChatLine(JSON.parse(json) as ChatEvent, chat);
    const escaped = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
    return { type: JSON_TYPE, text: JSON.stringify({ text: `${escaped} <${link}|${open}>` }) };
  },
  /** "When a Teams webhook request is received": a message with an adaptive card. */
  teams(json, _, chat) {
    const { text, link, open } = writeChatLine(JSON.parse(json) as ChatEvent, chat);
    const content = {
      ...{ $schema: 'http://adaptivecards.io/schemas/adaptive-card.json', type: 'AdaptiveCard', version: '1.4' },
      body: [{ type: 'TextBlock', text, wrap: true }],
      actions: [{ type: 'Action.OpenUrl', title: open, url: link }],
    };
    const attachment = { contentType: 'application/vnd.microsoft.card.adaptive', contentUrl: null, content };
    return { type: JSON_TYPE, text: JSON.stringify({ type: 'message', attachments: [attachment] }) };
  },
};

/** GitHub accepts 64 KB, of which the event is only a part. */
const MAX_DISPATCH = 60_000;
/** The longest variable that GitLab accepts. */
const MAX_VARIABLE = 10_000;

/** Replaces data that is too long: any address may differ. */
const cutShort = ({ commit = null, parent = null }: ChatEvent['data']): object => ({ commit, parent, urls: ['/*'] });

/** Values that a receiver may repeat in its answer and that nobody else may read. */
export const secretsOf = ({ headers = {}, gitlab }: Webhook): readonly string[] => [
  ...Object.values(headers),
  ...(gitlab ? [gitlab.token] : []),
];
