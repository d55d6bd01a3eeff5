/** The table of records without an address. */
export const dataTable = {
  label: '{{type}}, edited as a table',
  count_one: '{{count, number}} record',
  count_other: '{{count, number}} records',
  add: 'Title of a new {{type}}',
  open: 'Open',
  publish_one: 'Publish {{count, number}} record',
  publish_other: 'Publish {{count, number}} records',
  willDiffer_one: '{{count, number}} record will be different for visitors:',
  willDiffer_other: '{{count, number}} records will be different for visitors:',
  published_one: '{{count, number}} record published',
  published_other: '{{count, number}} records published',
  failed: '“{{title}}” was not published. {{problem}}',
};
