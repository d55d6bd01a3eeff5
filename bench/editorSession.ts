import { numbers } from '../scripts/generate/model.ts';
import { type Admin, logIn } from '../test/crash/siteProcess.ts';

/** Somebody who is logged in, with the pages to open. */
export interface EditorSession {
  readonly url: string;
  readonly cookie: { readonly name: string; readonly value: string };
  /** The id of a page without a rich text. */
  readonly plainPage: number;
  /** The id of a page of 100 blocks, 34 of them rich texts. */
  readonly longPage: number;
}

const BLOCKS = 100;
const TEXTS = 34;

const words = (at: number): object => ({
  type: 'doc',
  content: numbers(3).map((line) => ({
    type: 'paragraph',
    content: [{ type: 'text', text: `Text ${at}, line ${line}. `.repeat(8) }],
  })),
});

/** Logs somebody in and makes the pages. */
export async function createEditor(url: string, admin: Admin): Promise<EditorSession> {
  const token = await logIn(url, admin);
  const send = async (path: string, body: object): Promise<number> => {
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` };
    const response = await fetch(`${url}/api/admin/${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
    const answer = (await response.json()) as { data?: { id: number } };
    if (!answer.data) throw new Error(`POST ${path} answered ${response.status}: ${JSON.stringify(answer)}`);
    return answer.data.id;
  };
  const field = (name: string, type: string): object => ({ name, type });
  await send('block-types', { slug: 'long_text', name: 'Long text', fieldsSchema: [field('body', 'richtext')] });
  await send('block-types', { slug: 'short_text', name: 'Short text', fieldsSchema: [field('line', 'text')] });
  const fieldsSchema = [field('summary', 'textarea'), field('author', 'text'), field('day', 'date')];
  await send('content-types', { slug: 'plain', name: 'Plain', fieldsSchema, regions: [{ name: 'main' }] });
  const plainPage = await send('pages', { type: 'plain', title: 'Plain', fields: { summary: 'A summary' } });
  const blocks = numbers(BLOCKS).map((at) =>
    at % 3 === 1 && at < TEXTS * 3
      ? { blockTypeSlug: 'long_text', fields: { body: words(at) } }
      : { blockTypeSlug: 'short_text', fields: { line: `Line ${at}` } },
  );
  const longPage = await send('pages', { type: 'plain', title: 'Long', regions: { main: blocks } });
  return { url, cookie: await createCookie(url, admin), plainPage, longPage };
}

async function createCookie(url: string, admin: Admin): Promise<EditorSession['cookie']> {
  const answer = await fetch(`${url}/api/admin/auth/login`, {
    method: 'POST',
    // As a page of the server would ask.
    headers: { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' },
    body: JSON.stringify({ email: admin.QUIRE_ADMIN_EMAIL, password: admin.QUIRE_ADMIN_PASSWORD, cookie: true }),
  });
  const [name = '', value = ''] = answer.headers.getSetCookie()[0]?.split(';')[0]?.split('=') ?? [];
  return { name, value };
}
