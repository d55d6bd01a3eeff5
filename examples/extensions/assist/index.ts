import {
  after,
  defineExtension,
  type EndpointCall,
  type ExtensionDefinition,
  endpoint,
  invalid,
  notFound,
  unavailable,
} from '@quire-cms/quire/extend';

export interface AssistOptions {
  /** The address of an OpenAI-compatible interface, such as `https://api.openai.com/v1`. */
  readonly url: string;
  readonly model: string;
  /** The environment variable with the key; none if the interface needs none. */
  readonly key?: string;
  /** The public address of this site, under which pictures are read. Without it, no texts for pictures. */
  readonly site?: string;
}

type Outside = Pick<EndpointCall, 'fetch' | 'secret'>;
type Message = string | readonly object[];

/** Asks the model for one text. */
async function ask({ fetch, secret }: Outside, { url, model, key }: AssistOptions, message: Message): Promise<string> {
  const answer = await fetch(`${url}/chat/completions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(key && { authorization: `Bearer ${secret(key)}` }) },
    body: JSON.stringify({ model, messages: [{ role: 'user', content: message }] }),
  });
  if (!answer.ok) throw unavailable(`The model has refused: ${answer.status}`, 30, await answer.text());
  const { choices } = (await answer.json()) as { choices: readonly { message: { content: string | null } }[] };
  return (choices[0]?.message.content ?? '').trim();
}

const describeLanguage = (locale = 'en'): string =>
  new Intl.DisplayNames(['en'], { type: 'language' }).of(locale) ?? locale;

/** Asks for the text of a picture, which is sent along: small, and as bytes, so that the model need not reach this site. */
async function describe(outside: Outside, options: AssistOptions, id: number, locale?: string): Promise<string> {
  const picture = await outside.fetch(`${options.site}/api/content/media/${id}/medium`);
  if (!picture.ok) throw notFound('Picture');
  const type = picture.headers.get('content-type');
  const bytes = Buffer.from(await picture.arrayBuffer()).toString('base64');
  return ask(outside, options, [
    {
      type: 'text',
      text: `Describe this picture in one sentence of at most 120 characters for people who cannot see it, in ${describeLanguage(locale)}. Answer with the sentence alone.`,
    },
    { type: 'image_url', image_url: { url: `data:${type};base64,${bytes}` } },
  ]);
}

/** What can be asked for of a text. */
const WISHES: Readonly<Record<string, (locale?: string) => string>> = {
  shorten: () => 'Shorten this text to at most two sentences, in its own language.',
  translate: (locale) => `Translate this text into ${describeLanguage(locale)}.`,
};
const ONLY = 'Answer with the text alone, without quotation marks. The text:';

const BODY = {
  type: 'object',
  properties: {
    wish: { type: 'string', enum: ['describe', ...Object.keys(WISHES)] },
    text: { type: 'string', maxLength: 20_000 },
    media: { type: 'integer', minimum: 1 },
    locale: { type: 'string', pattern: '^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})*$' },
  },
  required: ['wish'],
};
const SUGGESTION = { type: 'object', properties: { suggestion: { type: 'string' } }, required: ['suggestion'] };

function suggest(call: EndpointCall, options: AssistOptions): Promise<string> {
  const { wish, text, media, locale } = call.body as { wish: string; text?: string; media?: number; locale?: string };
  const makeWish = WISHES[wish];
  if (makeWish) {
    if (!text?.trim()) throw invalid([{ path: ['text'], message: 'is required' }]);
    return ask(call, options, `${makeWish(locale)} ${ONLY}\n\n${text}`);
  }
  if (media === undefined || options.site === undefined) throw invalid([{ path: ['media'], message: 'is required' }]);
  return describe(call, options, media, locale);
}

/** Suggests texts. Nothing is written that nobody has accepted: panels show a difference, and effects make changes. */
export const assist = (options: AssistOptions): ExtensionDefinition =>
  defineExtension({
    ...{ name: 'assist', version: '1.0.0', from: import.meta.url },
    needs: {
      hosts: [options.url, ...(options.site ? [options.site] : [])].map((url) => new URL(url).hostname),
      secrets: options.key ? [options.key] : [],
      writes: 'changes',
    },
    panels: [
      { at: 'page.aside', title: 'Assistant', frame: './panels/assist.html', height: 90, role: 'editor' },
      ...(options.site
        ? [
            {
              at: 'media.aside',
              title: 'Assistant',
              frame: './panels/assist.html',
              height: 90,
              role: 'editor',
            } as const,
          ]
        : []),
    ],
    after: options.site
      ? [
          after('media.uploaded', async ({ data, commit, propose, log, ...outside }) => {
            const { id, mimeType } = data as { id: number; mimeType: string };
            if (!/^image\/(?!svg)/.test(mimeType)) return;
            const text = await describe(outside, options, id);
            log(`Picture ${id}: ${text}`);
            await propose('Texts for pictures', (edit) => edit.media(id, { altText: text }), { once: commit });
          }),
        ]
      : [],
    endpoints: [
      endpoint(
        'POST',
        '/suggest',
        {
          access: 'editor',
          changes: 'nothing',
          maxSeconds: 60,
          body: BODY,
          answer: SUGGESTION,
          summary: 'Suggest a text',
        },
        async (call) => ({ suggestion: await suggest(call, options) }),
      ),
    ],
  });
