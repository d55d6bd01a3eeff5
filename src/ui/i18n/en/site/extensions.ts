/** The site's own code. */
export const extensions = {
  emptyTitle: 'No extensions',
  empty:
    'Extensions add rules, kinds of fields, panels and more. Whoever runs this server adds them: make one with the command below, name it in quire.config.ts, set QUIRE_CONFIG to the path of that file, and start the server again.',
  hash: 'Fingerprint',
  hosts: 'Fetches from: {{hosts}}',
  secrets: 'Reads these secrets of the server: {{secrets}}',
  writes: {
    changes: 'Proposes edits as changes, which people publish',
    live: 'Writes into what is live',
  },
  nothing: 'Only reads the content',
  works: 'Works without failures since the start.',
  stopped: 'What it does after events is stopped: {{reason}}',
  off: 'Off: {{part}}. Since',
  offText: 'It failed too often in a row. It is called again after the next start.',
  failed_one: 'Failed once: {{part}}. Last',
  failed_other: 'Failed {{count, number}} times: {{part}}. Last',
};
