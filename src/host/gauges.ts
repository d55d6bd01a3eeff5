import type { HostSync } from './host.ts';

/** The state of the sync with the git host, for `/metrics`. */
export const hostGauges = (host: HostSync) => ({
  quire_git_host_failures: { help: 'Rounds with the git host that failed in a row', value: host.failures },
  quire_git_host_ahead: { help: 'Commits that the git host lacks', value: async () => (await host.status()).ahead },
  quire_git_host_behind: {
    help: 'Commits of the git host that are missing here',
    value: async () => (await host.status()).behind,
  },
  quire_git_host_clashes: { help: 'Values that clash with the git host', value: () => host.clashes.list().length },
});
