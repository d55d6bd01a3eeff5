/** What extensions do after events. */
export const effects = {
  title: 'What {{name}} does',
  open: 'Show what it has done',
  log: {
    deliveries: 'Runs',
    noDeliveries: 'Nothing has been done yet.',
    sendAgain: 'Run again',
    statuses: { delivered: 'Done', failed: 'Failed', pending: 'Waiting' },
  },
  failures: {
    threw: 'it failed with an error',
    timeout: 'it took too long',
    memory: 'it took too much memory',
    ended: 'its process ended',
    unsent: 'it could not be begun',
  },
  stopped: 'Stopped, because it kept failing',
  start: 'Start again',
};
