/** Syncing the content with the git host. */
export const words = {
  sync: {
    now: 'Sync now',
    done: 'Synced',
    noneTitle: 'No git host',
    none: 'The content stays on this server. Whoever runs it can connect a git host, so that developers can work on it too.',
    states: {
      synced: 'Both sides are the same',
      ahead: 'Changes made here have not been sent yet',
      behind: 'The git host has something new',
      diverged: 'Both sides have something new; it is being combined',
      offline: 'The git host cannot be reached. You can go on working; your changes are sent as soon as it answers.',
      clashed: 'The same values have been changed on both sides',
    },
    ahead_one: '{{count, number}} change to send',
    ahead_other: '{{count, number}} changes to send',
    behind_one: '{{count, number}} change to fetch',
    behind_other: '{{count, number}} changes to fetch',
    remote: 'Address',
    lastFetch: 'Last checked',
    lastPush: 'Last sent',
    never: 'never',
    errorTitle: 'The last sync failed',
    conflicts_one: '{{count, number}} file to decide',
    conflicts_other: '{{count, number}} files to decide',
    conflictsText:
      'Developers have changed the same lines on both sides. What is here stays until one of them decides.',
    clashesText: 'Both sides have changed these values, each in its own way. Nothing is lost: choose which to keep.',
    sides: { ours: 'Here', theirs: 'There' },
    take: { ours: 'Keep what is here', theirs: 'Use what is there' },
    settled: 'Decided',
  },
};
