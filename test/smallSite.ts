/** A site with one of most kinds of records, for tests that need some content but do not care which. */
export const SMALL_SITE: Readonly<Record<string, string>> = {
  'site.yaml': 'siteName: Test site\ndefaultLocale: en\nsupportedLocales: [en, es]\n',
  'content-types/article.yaml': `id: 1
name: Article
fieldsSchema:
  - { name: summary, type: text, required: true, max: 80 }
  - { name: rating, type: integer, min: 1, max: 5 }
  - { name: related, type: page }
  - name: facts
    type: repeater
    fields:
      - { name: title, type: text, required: true }
regions:
  - { name: content, allowed_types: [text, quote] }
  - aside
createdAt: 2026-01-01T00:00:00.000Z
`,
  'content-types/plain.yaml': 'id: 2\nname: Plain\ncreatedAt: 2026-01-01T00:00:00.000Z\n',
  'block-types/text.yaml':
    'id: 1\nname: Text\nfieldsSchema:\n  - { name: body, type: textarea }\ncreatedAt: 2026-01-01T00:00:00.000Z\n',
  'block-types/quote.yaml':
    'id: 2\nname: Quote\nfieldsSchema:\n  - { name: text, type: text, required: true }\n  - { name: tone, type: text, default: calm }\ncreatedAt: 2026-01-01T00:00:00.000Z\n',
  'blocks/motto.yaml':
    'id: 1\ntype: quote\ntitle: Motto\ncreatedAt: 2026-01-01T00:00:00.000Z\nfields:\n  text: Look twice.\n',
  'taxonomies/topics.yaml':
    'id: 1\nname: Topics\ncreatedAt: 2026-01-01T00:00:00.000Z\nterms:\n  - { id: 1, slug: news, name: News }\n  - { id: 2, slug: events, name: Events, weight: 5 }\n',
  'pages/en/home.yaml': `# The front page.
id: 1
type: article
title: Home            # shown in the browser's tab
status: published
publishedAt: 2026-01-05T09:00:00.000Z
createdAt: 2026-01-04T16:20:11.204Z
translationGroup: 7f1f3f0e-6f0e-4b44-8f5e-2a3a58f0a001
terms:
  topics: [news, events]
seo:
  metaTitle: Welcome
fields:
  summary: Where it begins.
  related: en/about
regions:
  content:
    - id: 2
      type: text
      fields: { body: Hello there. }
    - id: 3
      block: motto
      overrides: { tone: loud }
`,
  'pages/es/inicio.yaml':
    'id: 2\ntype: article\ntitle: Inicio\nstatus: published\npublishedAt: 2026-01-06T09:00:00.000Z\ncreatedAt: 2026-01-05T00:00:00.000Z\ntranslationGroup: 7f1f3f0e-6f0e-4b44-8f5e-2a3a58f0a001\nfields:\n  summary: Donde empieza.\n',
  'pages/en/about.yaml':
    'id: 3\ntype: plain\ntitle: About us\nstatus: published\npublishedAt: 2026-01-07T09:00:00.000Z\ncreatedAt: 2026-01-06T00:00:00.000Z\n',
  'pages/en/secret.yaml': 'id: 4\ntype: plain\ntitle: Not yet\nstatus: draft\ncreatedAt: 2026-01-08T00:00:00.000Z\n',
  'menus/main.yaml':
    'id: 1\nname: Main\ncreatedAt: 2026-01-01T00:00:00.000Z\nitems:\n  - { id: 1, title: About, page: en/about }\n  - { id: 2, title: Elsewhere, url: https://example.org }\n',
};
