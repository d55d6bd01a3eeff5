import { unavailable } from '../../model/errors.ts';
import { createHostFetch, type HostFetch } from '../effects/process/hostFetch.ts';
import type { EndpointCall } from '../endpoint.ts';
import type { ExtensionDefinition } from '../extension.ts';

/** What code of an extension reaches outside. */
export type Outside = Pick<EndpointCall, 'fetch' | 'secret'>;

/** What the server has for it. */
export interface OutsideParts {
  /** The environment of the server. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Whether http and private addresses are allowed (WEBHOOK_ALLOW_PRIVATE). */
  readonly allowsPrivate: boolean;
}

/** Makes what reaches the hosts and the secrets that an extension needs, and nothing else. */
export function createOutside(
  { name, needs = {} }: Pick<ExtensionDefinition, 'name' | 'needs'>,
  { environment, allowsPrivate }: OutsideParts,
): Outside {
  const { hosts = [], secrets = [] } = needs;
  let hostFetch: HostFetch | undefined;
  return {
    fetch(url, init) {
      hostFetch ??= createHostFetch({ hosts, allowsPrivate });
      return hostFetch(url, init).catch((error: unknown) => throwUnreachable(url, error));
    },
    secret(variable) {
      if (!secrets.includes(variable)) throw new Error(`${variable} is not among the secrets that "${name}" needs`);
      const value = environment[variable];
      if (value === undefined || value === '') throw new Error(`${variable} is not set`);
      return value;
    },
  };
}

/** What keeps a host from being reached has a code of the system or of undici; what is refused has none. */
function throwUnreachable(url: string, error: unknown): never {
  if (!(error instanceof Error && 'code' in error && typeof error.code === 'string')) throw error;
  throw unavailable(`${new URL(url).host} cannot be reached`, RETRY_SECONDS, error);
}

const RETRY_SECONDS = 60;
