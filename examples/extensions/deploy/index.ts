import {
  after,
  defineExtension,
  type EndpointCall,
  type ExtensionDefinition,
  endpoint,
  unavailable,
} from '@quire-cms/quire/extend';

/** What a host says of a build. */
export interface Build {
  readonly state: 'waiting' | 'running' | 'ready' | 'failed';
  /** ISO 8601. */
  readonly at: string;
  readonly address?: string;
  readonly message?: string;
}

export interface DeployOptions {
  /** The environment variable with the address of the build hook, which is a secret. */
  readonly hook: string;
  /** Where the host lists its builds; without it only the button is shown. */
  readonly builds?: string;
  /** The environment variable with a token for that list. */
  readonly token?: string;
  /** The host of the hook. */
  readonly host: string;
  /** Reads the last build from the list; as Netlify answers it by default. */
  readonly read?: (answer: unknown) => Build | null;
}

const STATES: Readonly<Record<string, Build['state']>> = {
  ...{ new: 'waiting', enqueued: 'waiting', pending_review: 'waiting', rejected: 'failed', error: 'failed' },
  ...{ building: 'running', uploading: 'running', uploaded: 'running', processing: 'running', ready: 'ready' },
};

interface NetlifyDeploy {
  readonly state: string;
  readonly created_at: string;
  readonly deploy_ssl_url?: string;
  readonly error_message?: string | null;
}

export function readNetlify(answer: unknown): Build | null {
  const [last] = answer as readonly NetlifyDeploy[];
  if (!last) return null;
  const { state, created_at: at, deploy_ssl_url: address, error_message: message } = last;
  return { state: STATES[state] ?? 'running', at, ...(address && { address }), ...(message && { message }) };
}

type Outside = Pick<EndpointCall, 'fetch' | 'secret'>;

/** Starts a build. */
async function start({ fetch, secret }: Outside, { hook }: DeployOptions): Promise<void> {
  const { ok, status } = await fetch(secret(hook), { method: 'POST', body: '{}' });
  if (!ok) throw unavailable(`The host of the website has refused the build: ${status}`, 60);
}

async function readLast({ fetch, secret }: Outside, options: DeployOptions): Promise<Build | null> {
  const { builds, token, read = readNetlify } = options;
  if (builds === undefined) return null;
  const headers = token === undefined ? {} : { authorization: `Bearer ${secret(token)}` };
  const answer = await fetch(builds, { headers });
  if (!answer.ok) throw unavailable(`The host of the website does not tell its builds: ${answer.status}`, 60);
  return read(await answer.json());
}

/** Starts a build whenever something public has changed, and on demand; shows the last one on Home. */
export const deploy = (options: DeployOptions): ExtensionDefinition => {
  const { hook, token, builds, host } = options;
  return defineExtension({
    ...{ name: 'deploy', version: '1.0.0', from: import.meta.url },
    needs: {
      hosts: [...new Set([host, ...(builds === undefined ? [] : [new URL(builds).hostname])])],
      secrets: [hook, ...(token === undefined ? [] : [token])],
    },
    panels: [{ at: 'home', title: 'Website', frame: './panels/deploy.html', height: 90, role: 'editor' }],
    after: [
      after('content.changed', ({ log, ...outside }) => start(outside, options).then(() => log('Build started'))),
    ],
    endpoints: [
      endpoint('GET', '/last', { access: 'viewer', summary: 'Read how the last build went' }, (call) =>
        readLast(call, options),
      ),
      endpoint('POST', '/start', { access: 'editor', changes: 'nothing', summary: 'Start a build' }, async (call) => {
        await start(call, options);
        return { started: true };
      }),
    ],
  });
};
