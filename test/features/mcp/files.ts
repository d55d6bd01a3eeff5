/** A small site for agents. */
export const FILES = {
  'site.yaml': 'siteName: Harbour\ndefaultLocale: en\nsupportedLocales: [en, de]\n',
  'content-types/article.yaml': [
    'id: 1',
    'name: Article',
    'fieldsSchema:',
    '  - { name: intro, type: text, required: true }',
    'regions: [main]',
    '',
  ].join('\n'),
  'block-types/text.yaml': 'id: 1\nname: Text\nfieldsSchema:\n  - { name: text, type: text }\n',
  'pages/en/boats.yaml': [
    'id: 7',
    'type: article',
    'title: Boats',
    'status: published',
    'fields:',
    '  intro: Old boats',
    'regions:',
    '  main:',
    '    - { id: 12, type: text, fields: { text: Ahoy } }',
    '',
  ].join('\n'),
  'taxonomies/topics.yaml': 'id: 1\nname: Topics\nterms:\n  - { id: 1, name: Sea, slug: sea }\n',
  'menus/main.yaml': 'id: 1\nname: Main\nitems: []\n',
};
