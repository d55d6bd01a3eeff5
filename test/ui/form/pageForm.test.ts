import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { BlockValue } from '../../../src/ui/blocks/blockValue.ts';
import { createFormDocument, type FormDocument } from '../../../src/ui/form/document.ts';
import { newKey } from '../../../src/ui/form/useListKeys.ts';
import { createFormSaver } from '../../../src/ui/parts/draft/createFormSaver.ts';
import { pageDrafts } from '../../../src/ui/screens/page/form/pageDrafts.ts';
import { reuseBlockKeys, toValues } from '../../../src/ui/screens/page/form/pageValues.ts';
import { chooseChange } from '../../../src/ui/wire/chosenChange.ts';
import { SMALL_SITE } from '../../smallSite.ts';

interface Site {
  readonly url: string;
  newCommits(): readonly string[];
  ask(
    call: string,
    request?: { readonly as?: 'admin'; readonly body?: unknown },
  ): Promise<{
    readonly body: {
      // biome-ignore lint/suspicious/noExplicitAny: a test names what it expects of an answer
      readonly data: any;
    };
    readonly headers: Headers;
  }>;
}

interface Sites {
  readonly PASSWORD: string;
  makeSite(files: Readonly<Record<string, string>>): Promise<Site>;
}

/** The types of the server and those of the browser do not go together: this is as much of them as is needed here. */
const loadSites = (path = '../../makeSite.ts'): Promise<Sites> => import(path);
const { makeSite, PASSWORD } = await loadSites();

let site: Site;

const blocksOf = async (): Promise<readonly string[]> => {
  const { body } = await site.ask('GET /admin/pages/1', { as: 'admin' });
  return body.data.regions.content.map(({ fields }: BlockValue) => fields['body'] ?? fields['text']);
};

/** What a browser asks reaches the site; an answer may be lost on its way. */
async function connect(): Promise<{ isLosing: boolean }> {
  const line = { isLosing: false };
  const { fetch } = globalThis;
  const { body } = await site.ask('POST /admin/auth/login', {
    body: { email: 'admin@example.org', password: PASSWORD },
  });
  const authorization = `Bearer ${body.data.token}`;
  vi.stubGlobal('fetch', async (address: string, request: RequestInit) => {
    if (!address.startsWith('/')) return fetch(address, request);
    const answer = await fetch(`${site.url}${address}`, { ...request, headers: { ...request.headers, authorization } });
    if (line.isLosing) throw new TypeError('Failed to fetch');
    return answer;
  });
  return line;
}

/** The form of the first page. */
async function openForm(): Promise<{ readonly form: FormDocument; save(): Promise<unknown> }> {
  const { body, headers } = await site.ask('GET /admin/pages/1', { as: 'admin' });
  const form = createFormDocument(toValues(body.data));
  const send = createFormSaver({ kind: pageDrafts, id: 1, form, etag: { current: headers.get('etag') } });
  return { form, save: () => send({ place: { type: 'record' } }) };
}

const contentIn = (form: FormDocument) => form.at(['regions', 'content']) as readonly BlockValue[];

function addText(form: FormDocument, text: string): void {
  const block: BlockValue = { key: newKey(), type: 'text', fields: { body: text } };
  form.set(['regions', 'content'], [...contentIn(form), block]);
}

describe('the form of a page', () => {
  beforeEach(async () => {
    site = await makeSite(SMALL_SITE);
    vi.stubGlobal('sessionStorage', { setItem: () => undefined, removeItem: () => undefined });
    vi.stubGlobal('window', new EventTarget());
  });
  afterEach(() => {
    chooseChange(undefined);
    vi.unstubAllGlobals();
  });

  it('is saved to what is live, if it was then, though a change is chosen before the request is sent', async () => {
    await connect();
    const { form, save } = await openForm();
    const { body } = await site.ask('POST /admin/changes', { as: 'admin', body: { title: 'Summer' } });
    form.set(['title'], 'A');
    const first = save();
    form.set(['title'], 'AB');
    const second = save();
    chooseChange(body.data);
    await Promise.all([first, second]);
    expect((await site.ask('GET /admin/pages/1', { as: 'admin' })).body.data.title).toBe('AB');
    expect((await site.ask('GET /admin/changes/summer', { as: 'admin' })).body.data.records).toEqual([]);
  });

  it('is saved once by who saves twice: a new block stands on the page once', async () => {
    await connect();
    const { form, save } = await openForm();
    const before = await blocksOf();
    addText(form, 'New');
    await Promise.all([save(), save()]);
    expect(await blocksOf()).toEqual([...before, 'New']);
    expect(site.newCommits()).toHaveLength(1);
    expect(form.isChanged()).toBe(false);
  });

  it('does not clash with itself when it is saved again before the first answer', async () => {
    await connect();
    const { form, save } = await openForm();
    form.set(['title'], 'A');
    const first = save();
    form.set(['title'], 'AB');
    await Promise.all([first, save()]);
    expect((await site.ask('GET /admin/pages/1', { as: 'admin' })).body.data.title).toBe('AB');
    expect(form.isChanged()).toBe(false);
  });

  it('finds what has arrived though the answer was lost: a new block stands on the page once', async () => {
    const line = await connect();
    const { form, save } = await openForm();
    const before = await blocksOf();
    addText(form, 'New');
    form.set(['title'], 'A');
    line.isLosing = true;
    await expect(save()).rejects.toMatchObject({ code: 'OFFLINE' });
    line.isLosing = false;
    form.set(['title'], 'AB');
    await save();
    expect(await blocksOf()).toEqual([...before, 'New']);
    expect((await site.ask('GET /admin/pages/1', { as: 'admin' })).body.data.title).toBe('AB');
  });

  it('knows a block again that was removed, saved and brought back by undo', async () => {
    await connect();
    const { form, save } = await openForm();
    const before = await blocksOf();
    form.set(['regions', 'content'], contentIn(form).slice(1));
    await save();
    form.undo();
    const keys = contentIn(form).map(({ key }) => key);
    await save();
    expect(await blocksOf()).toEqual(before);
    expect(contentIn(form).map(({ key }) => key)).toEqual(keys);
    expect(form.isChanged()).toBe(false);
    form.undo();
    expect(contentIn(form)).toHaveLength(before.length);
  });

  it('knows a block that it has added again, also where somebody else has added one meanwhile', async () => {
    await connect();
    const { form, save } = await openForm();
    addText(form, 'Mine');
    await save();
    const [mine] = contentIn(form).slice(-1);
    const { body } = await site.ask('GET /admin/pages/1', { as: 'admin' });
    const regions = { content: [...body.data.regions.content, { blockTypeSlug: 'text', fields: { text: 'Theirs' } }] };
    await site.ask('PUT /admin/pages/1', { as: 'admin', body: { regions } });
    form.set(['regions', 'content', contentIn(form).length - 1, 'fields', 'body'], 'Mine, longer');
    await save();
    expect((await blocksOf()).slice(-2)).toEqual(['Mine, longer', 'Theirs']);
    expect(contentIn(form).find(({ id }) => id === mine?.id)?.key).toBe(mine?.key);
    const names = contentIn(form).map(({ key }) => key);
    expect(new Set(names).size).toBe(names.length);
  });
});

it('tells new blocks apart by what they say where others have added some, too', () => {
  const sent = { regions: { content: [{ key: 'new', type: 'text', fields: { text: 'Mine' } }] } };
  const block = (id: string, text: string): BlockValue => ({ key: id, id, type: 'text', fields: { text } });
  const values = { regions: { content: [block('pb_1', 'Theirs'), block('pb_2', 'Mine')] } };
  const named = reuseBlockKeys(values, { known: [sent], sent });
  expect((named['regions'] as typeof values.regions).content.map(({ key }) => key)).toEqual(['pb_1', 'new']);
});
