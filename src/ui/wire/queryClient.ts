import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { WireError } from './WireError.ts';

const isExpired = (error: Error): boolean => error instanceof WireError && error.code === 'UNAUTHORIZED';

/** Worth another try: the network, or a server that is starting. */
const isPassing = (error: Error): boolean => error instanceof WireError && (error.status === 0 || error.status >= 502);

const RETRIES = 2;

/** The cache of what the server has said; events, not time, make it stale. */
export function createQueryClient(onExpired: () => void): QueryClient {
  const noticeExpiry = (error: Error, meta?: Readonly<Record<string, unknown>>): void => {
    if (isExpired(error) && !meta?.['isLogIn']) onExpired();
  };
  return new QueryClient({
    queryCache: new QueryCache({ onError: (error, { meta }) => noticeExpiry(error, meta) }),
    mutationCache: new MutationCache({ onError: (error, _values, _context, { meta }) => noticeExpiry(error, meta) }),
    defaultOptions: {
      queries: {
        staleTime: 60_000,
        retry: (count, error) => isPassing(error) && count < RETRIES,
        networkMode: 'always',
      },
      mutations: { networkMode: 'always' },
    },
  });
}
