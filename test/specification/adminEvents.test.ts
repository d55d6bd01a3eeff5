import { beforeEach, describe, expect, it } from 'vitest';
import { until } from '../http/makeServer.ts';
import { makeReceiver, type Receiver } from '../job/makeReceiver.ts';
import { makeSite, type Site } from '../makeSite.ts';
import { picture, upload } from '../media/samples.ts';

interface Told {
  readonly site: Site;
  readonly receiver: Receiver;
  // biome-ignore lint/suspicious/noExplicitAny: a test names what it expects of an answer
  write(call: string, body?: unknown): Promise<any>;
  makePage(body?: object): Promise<number>;
  /** Waits for these events since the last call; there must be no others. */
  expectEvents(...types: readonly string[]): Promise<void>;
  /** The data of the last event of a page or a media item. */
  lastOfRecord(): object;
}

let told: Told;
beforeEach(async () => {
  told = await makeTold();
});

/** A site with a type, and a receiver of all events. */
async function makeTold(): Promise<Told> {
  const site = await makeSite({}, { env: { WEBHOOK_ALLOW_PRIVATE: 'true' } });
  const receiver = await makeReceiver();
  let seen = 0;
  const write: Told['write'] = async (call, body) => {
    const reply = await site.ask(call.replace(' ', ' /admin'), { as: 'admin', body });
    expect([call, reply.body.errors]).toEqual([call, undefined]);
    return reply.body.data;
  };
  await write('POST /content-types', { name: 'Article', slug: 'article', fieldsSchema: [], regions: [] });
  await write('POST /webhooks', { url: receiver.url });
  const isOfRecord = ({ body }: { body: { type: string } }): boolean => /^(page|media)\./.test(body.type);
  return {
    site,
    receiver,
    write,
    makePage: async (body = {}) =>
      (await write('POST /pages', { title: 'Home', slug: 'home', typeId: 1, status: 'draft', fields: {}, ...body })).id,
    lastOfRecord: () => receiver.received.findLast(isOfRecord)?.body.data,
    async expectEvents(...types) {
      const told = () => receiver.received.filter(isOfRecord).slice(seen);
      await until(() => told().length >= types.length);
      expect(told().map(({ body }) => body.type)).toEqual(types);
      seen += types.length;
    },
  };
}

describe('Events are fired on content changes', () => {
  it('page.created', async () => {
    const id = await told.makePage();
    await told.expectEvents('page.created');
    expect(told.receiver.received.at(-1)!.body).toMatchObject({
      type: 'page.created',
      data: { id, slug: 'home', locale: 'en', title: 'Home', status: 'draft' },
    });
    await told.write(`POST /pages/${id}/translate`, { locale: 'es' });
    await told.write(`POST /pages/${id}/duplicate`, {});
    await told.write('POST /pages/upsert', { title: 'Up', slug: 'up', typeId: 1 });
    // The original of a translation gets its group: it is updated, too.
    await until(() => told.receiver.types().filter((type) => type.startsWith('page.created')).length === 4);
  });

  it('page.updated', async () => {
    const id = await told.makePage();
    await told.expectEvents('page.created');
    await told.write(`PUT /pages/${id}`, { title: 'Start' });
    await told.expectEvents('page.updated');
    expect(told.receiver.received.at(-1)!.body.data).toMatchObject({ id, title: 'Start' });
  });

  it('page.published', async () => {
    await told.makePage({ status: 'published' });
    await told.expectEvents('page.created', 'page.published');
    const id = await told.makePage({ slug: 'other' });
    await told.write(`PUT /pages/${id}`, { status: 'published' });
    await told.expectEvents('page.created', 'page.updated', 'page.published');
  });

  it('page.unpublished', async () => {
    const id = await told.makePage({ status: 'published' });
    await told.expectEvents('page.created', 'page.published');
    await told.write('POST /pages/bulk', { ids: [id], action: 'unpublish' });
    await told.expectEvents('page.updated', 'page.unpublished');
    await told.write('POST /pages/bulk', { ids: [id], action: 'publish' });
    await told.expectEvents('page.updated', 'page.published');
    await told.write('POST /pages/bulk', { ids: [id], action: 'archive' });
    await told.expectEvents('page.updated', 'page.unpublished');
  });

  it('page.deleted', async () => {
    const [one, other] = [await told.makePage(), await told.makePage({ slug: 'other', status: 'published' })];
    await told.expectEvents('page.created', 'page.created', 'page.published');
    await told.write(`DELETE /pages/${one}`);
    await told.expectEvents('page.deleted');
    await told.write('POST /pages/bulk', { ids: [other], action: 'delete' });
    await told.expectEvents('page.unpublished', 'page.deleted');
  });

  it('media.uploaded and media.deleted', async () => {
    const { body } = await upload(told.site, 'a.png', await picture());
    await told.expectEvents('media.uploaded');
    expect(told.lastOfRecord()).toMatchObject({ id: body.data.id, mimeType: 'image/png' });
    await told.write(`DELETE /media/${body.data.id}`);
    await told.expectEvents('media.deleted');
  });

  it('configured webhook URLs alone, for what they ask for', async () => {
    const other = await makeReceiver();
    await told.write('POST /webhooks', { url: other.url, events: ['page.deleted'] });
    const id = await told.makePage({ status: 'published' });
    await told.write(`DELETE /pages/${id}`);
    await until(() => other.received.length > 0);
    expect(other.types()).toEqual([`page.deleted ${id}`]);
  });
});
