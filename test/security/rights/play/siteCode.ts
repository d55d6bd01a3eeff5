import { endpoint } from '../../../../src/extend/endpoint.ts';
import { defineExtension } from '../../../../src/extend/extension.ts';

const TITLE = { type: 'object', properties: { title: { type: 'string' } }, required: ['title'] };

/** A site's own code, which reads everything that its caller may read, and writes as its caller. */
export const SITE_CODE = defineExtension({
  name: 'play',
  version: '1.0.0',
  endpoints: [
    endpoint('GET', '/all', { access: 'viewer' }, async ({ content, admin }) => {
      const expand = ['media', 'page', 'reference', 'term'] as const;
      const inLocale = async (locale: string) => {
        const pages = content.pages({ locale, expand });
        return {
          pages,
          whole: pages.map(({ slug }) => content.page(slug, { locale, expand })),
          found: await content.search('harbour', { in: 'all', locale }),
        };
      };
      return {
        ...{ en: await inLocale('en'), fr: await inLocale('fr') },
        ...{ blocks: content.blocks(), menu: content.menu('main'), terms: content.terms('topics') },
        ...{ media: [1, 2, 3].map((id) => content.media(id)), settings: content.settings() },
        admin: (await admin!.call('GET', '/pages?limit=100')).data,
      };
    }),
    endpoint('PUT', '/pages/:id', { access: 'editor', body: TITLE }, async ({ admin, params, body }) => {
      const { data } = await admin!.call('PUT', `/pages/${params['id']}`, body);
      return data;
    }),
  ],
});
