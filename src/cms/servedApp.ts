import type { HostSync } from '../host/host.ts';
import type { ProblemMonitor } from '../http/admin/openProblems.ts';
import { createApp, type HttpApp } from '../http/app.ts';
import type { Endpoint } from '../http/endpoint.ts';
import type { Log } from '../http/log/log.ts';
import type { EndpointParts } from './endpointParts.ts';
import { countRecords, createFindForReader } from './endpoints.ts';

/** Makes what answers requests, with what `/metrics` tells of the parts. */
export const createServedApp = (
  parts: EndpointParts & { readonly problems: ProblemMonitor },
  endpoints: readonly Endpoint[],
  log: Log,
): HttpApp => {
  const { config, live, auth, running, featureParts, effects, mail, host, streams, problems, judge } = parts;
  return createApp({
    ...{ config, log, endpoints, around: judge.around, content: live.view.content },
    findForReader: createFindForReader(parts),
    identify: auth.credentials.identify,
    identifyPreviewer: auth.credentials.identifyPreviewer,
    knowsAddress: auth.addresses.has,
    isDraining: () => running.isDraining,
    gauges: {
      quire_records: { help: 'Records in memory', value: () => countRecords(live.store) },
      quire_problems: { help: 'Problems in files', value: problems.count },
      ...featureParts.gauges,
      quire_effect_runs_waiting: { help: 'Runs of effects waiting', value: effects.waiting },
      quire_effect_failed_runs: { help: 'Failed runs of effects since the start', value: effects.failures },
      quire_mails_waiting: { help: 'Mails waiting', value: mail.waiting },
      quire_mail_failed_attempts: { help: 'Failed attempts to send a mail since the start', value: mail.failures },
      ...(host && hostGauges(host)),
      quire_event_streams: { help: 'Clients that follow events', value: streams.count },
    },
  });
};

/** The state of the sync with the git host, for `/metrics`. */
const hostGauges = (host: HostSync) => ({
  quire_git_host_failures: { help: 'Rounds with the git host that failed in a row', value: host.failures },
  quire_git_host_ahead: { help: 'Commits that the git host lacks', value: async () => (await host.status()).ahead },
  quire_git_host_behind: {
    help: 'Commits of the git host that are missing here',
    value: async () => (await host.status()).behind,
  },
  quire_git_host_clashes: { help: 'Values that clash with the git host', value: () => host.clashes.list().length },
});
