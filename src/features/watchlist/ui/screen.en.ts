/** What somebody watches. */
export const words = {
  watchlist: {
    title: 'What you watch',
    watch: 'Watch',
    stop: 'Stop watching',
    watching: 'Watching',
    watchHelp: 'What others do here will be in your inbox',
    all: 'Show all {{count, number}}',
    changed: 'New',
    somebody: 'Somebody',
    sinceShort: 'Changed since you looked',
    since: 'Since you last looked,',
    didLive: '{{people}} changed what is live: {{what}}',
    didEdit_one: '{{people}} edited one value',
    didEdit_other: '{{people}} edited {{count, number}} values',
    blocks_one: 'one block',
    blocks_other: '{{count, number}} blocks',
    compare: 'Compare both versions',
    showEdits: 'Show what has changed',
    hideEdits: 'Hide what has changed',
  },
};
