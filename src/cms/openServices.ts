import { createMakeAccountLink } from '../auth/account/accountLink.ts';
import { createPasswordReset } from '../auth/account/passwordReset.ts';
import { openResetLinks } from '../auth/account/resetLinks.ts';
import { type Auth, openAuth } from '../auth/openAuth.ts';
import { openEffects } from '../extend/effects/openEffects.ts';
import { publicFolders } from '../extend/endpoints/extensionEndpoints.ts';
import { createSlowEndpoints } from '../extend/endpoints/slowEndpoints.ts';
import type { FeatureEvent } from '../extend/featureParts.ts';
import { remoteNames } from '../git/remote/openRemote.ts';
import { openHost } from '../host/openHost.ts';
import { openProblems } from '../http/admin/openProblems.ts';
import { openStreams } from '../http/stream/openStreams.ts';
import { openInbox } from '../inbox/openInbox.ts';
import { openJobs } from '../job/openJobs.ts';
import { createListeners } from '../lib/turn/createListeners.ts';
import { createAccountMails } from '../mail/accountMails.ts';
import { noMail } from '../mail/noMail.ts';
import { type Mail, openMail } from '../mail/openMail.ts';
import { openMedia } from '../media/openMedia.ts';
import { SYSTEM } from '../model/access.ts';
import type { User } from '../model/entities/user.ts';
import type { Entry } from '../model/entry.ts';
import { branchOfName } from '../proposal/branch/names.ts';
import { openProposals } from '../proposal/openProposals.ts';
import type { Announcements } from '../site/announcements.ts';
import { openSites } from '../site/openSites.ts';
import { startWatch } from '../site/watch/watch.ts';
import type { RecordWriter } from '../write/action.ts';
import type { WritingParts } from './openContent.ts';

/** All parts but those that answer. */
export type Services = Awaited<ReturnType<typeof openServices>>;

/** Adds events and webhooks, users, media, proposals, the git host and the watch for changes from outside. */
export async function openServices(writing: WritingParts) {
  const { config, log, passwords, privateDir, clock, onError, repo, store, records, homes, features } = writing;
  const { writer, announcements, committed, follower, audit, live, judge } = writing;
  const warn = (error: unknown, message: string): void => log.warn({ err: error }, message);
  const report = (error: unknown, message: string): void => log.error({ err: error }, message);
  const given = {
    ...{ repo, live, announcements, committed, privateDir, clock, head: records.head, system: SYSTEM },
    onError: report,
  };
  const jobs = openJobs({
    ...{ ...given, features },
    ownFolders: publicFolders(writing.extensions ?? []),
    ...{ siteUrl: config.siteUrl, readOnly: config.readOnly },
  });
  const inbox = openInbox({ privateDir, clock, onError: (error) => warn(error, 'Notices cannot be read') });
  const announced = createListeners<[FeatureEvent]>(onError);
  announced.add(({ type, record, change, data }) =>
    following.streams.tell(type, { type, timestamp: clock().toISOString(), data: { record, change, ...data } }),
  );
  const featureParts = features.open({
    ...{ ...given, config, feed: jobs.feed, inbox, requireSpace: writing.requireSpace },
    ...{ roles: writing.roles, audit, guardPublishing: writing.guards.add },
    announce: (event, data) => following.streams.tell(event, data),
    ...{ announceEvent: announced.tell, onEvent: announced.add },
  });
  const auth = await openAuth({
    ...{ lookup: store, roles: writing.roles, privateDir, audit, clock, onError, passwords },
    ...{ jwtSecret: config.jwtSecret, authorEmail: config.authorEmail, siteUrl: config.siteUrl },
    offerWays: () => ({ canReset: config.mail !== null && !config.readOnly }),
    provider: config.provider,
    writeUser: async (action) => (await writer.write(action, SYSTEM)).entries[0] as Entry<User>,
    onProviderRefusal: (cause) => warn(cause, 'The provider has not let somebody in'),
  });
  if (config.firstAdmin) await auth.setup.bootstrap(config.firstAdmin.email, config.firstAdmin.password);
  const mail = createMail(writing, auth);
  const accounts = await openAccounts(writing, auth, mail);
  const media = await openMedia({
    ...{ config: config.media, repo, privateDir, live },
    mentionsInChanges: (names) => parts.mentionsInChanges(names),
    onError: (error) => warn(error, 'A media file could not be handled'),
  });
  removeWithUsers(announcements, [media.portraits.remove, auth.factors.forget, auth.notes.forgetAll], onError);
  const sites = openSites<RecordWriter>({
    ...{ repo, store, clock, history: records.history, readRecord: records.readRecord },
    cache: homes.content.cache,
    remotes: remoteNames(config.gitHost?.remote ?? null),
    createWrite: (branch) => parts.proposals.createWriter(branch),
  });
  // No await may come between this and `openHost`: a change whose time has come is published at once.
  const parts = openProposals({
    ...{ ...writing, sites },
    hostBranches: () => host?.branches ?? null,
    ...{ upstream: config.gitHost?.upstream ?? [], readOnly: config.readOnly },
    onForgotten: () => void media.collect(),
    onError: (error) => report(error, 'A change could not be tracked or published'),
  });
  const onBranches = (): Promise<void> => jobs.lookAtBranch().then(parts.proposals.look);
  const watch = startWatch({ repo, homes, follower, onBranches, inTurn: writer.inTurn, onError: warn });
  const host = openHost({ ...writing, ...parts }, report);
  await parts.proposals.look().then(parts.proposalSchedule.start);
  parts.proposals.subscribe(({ type, name }) => {
    host?.noteChange();
    if (type === 'change.dropped' || type === 'change.published') void media.collect();
    const branch = branchOfName(name);
    if (type === 'change.published' && branch !== undefined) auth.previews.endOf(branch).catch(onError);
  });
  const following = openStreams({ ...parts, jobs, identify: auth.credentials.identify, clock });
  inbox.subscribe((person, { record, change }) =>
    following.streams.tellOne(person, 'inbox', { data: { record, change } }),
  );
  const effects = openEffects({ ...writing, feed: jobs.feed, proposals: parts.proposals, onError: report });
  const slowEndpoints = createSlowEndpoints();
  const problems = openProblems({
    ...{ repo, store, media, clock },
    others: [
      slowEndpoints,
      writing.roles,
      judge.states,
      watch,
      featureParts,
      jobs,
      effects,
      mail,
      parts.proposalSchedule,
      ...(host ? [host] : []),
    ],
    onError: (error) => warn(error, 'The content could not be checked'),
  });
  const opened = {
    sites,
    jobs,
    inbox,
    featureParts,
    effects,
    auth,
    mail,
    ...accounts,
    media,
    watch,
    host,
    problems,
    slowEndpoints,
  };
  return { ...writing, ...parts, ...opened, ...following };
}

/** Adds how people get into their accounts other than by logging in. */
async function openAccounts(writing: WritingParts, auth: Auth, mail: Mail) {
  const { config, store: lookup, privateDir, clock, log, audit, writer, announcements } = writing;
  const { siteUrl } = config;
  const { provider } = auth;
  const onError = (error: unknown): void => log.error({ err: error }, 'A mail about an account could not be sent');
  const accountMails = createAccountMails({ mail, lookup, siteUrl, provider, announcements, onError });
  const makeLink = createMakeAccountLink({ siteUrl, clock });
  const links = await openResetLinks({ lookup, makeLink, privateDir, clock, tokens: auth.tokens, onError });
  const passwordReset = createPasswordReset({
    ...{ lookup, links, writer, audit, onError, passwords: auth.passwords, provider },
    send: accountMails.sendReset,
  });
  return { accountMails, makeLink, passwordReset };
}

/** Whatever is kept beside the record of a user goes with it. */
function removeWithUsers(
  { subscribe }: Pick<Announcements, 'subscribe'>,
  removals: readonly ((userId: number) => unknown)[],
  onError: (error: unknown) => void,
): void {
  subscribe((changes) => {
    for (const { kind, before, after } of changes)
      if (kind === 'user' && before && !after)
        for (const remove of removals) Promise.resolve(before.id).then(remove).catch(onError);
  });
}

/** A replica sends no mails. */
function createMail({ config, store: lookup, privateDir, clock, log }: WritingParts, auth: Auth): Mail {
  if (config.mail === null || config.readOnly) return noMail;
  return openMail({
    ...{ config: config.mail, siteUrl: config.siteUrl, lookup, privateDir, clock, sealer: auth.mailSealer },
    onError: (error, message) => log.error({ err: error }, message),
  });
}
